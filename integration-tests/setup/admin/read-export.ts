import type { AdminOperations } from "./admin-api"

type Cells = Record<string, string>

/** Requests an exported file as an admin. */
export async function fetchExport(
  { admin, url }: AdminOperations,
  path: string
): Promise<Response> {
  return await fetch(`${url}/admin/stablecoin/${path}`, {
    headers: { cookie: await admin.openSession() },
  })
}

/** Reads an exported file's rows, by heading. */
export async function readExport(
  api: AdminOperations,
  path: string
): Promise<Cells[]> {
  const response = await fetchExport(api, path)
  expect({ path, status: response.status }).toEqual({ path, status: 200 })
  const bytes = Buffer.from(await response.arrayBuffer())
  return rowsOf(bytes.toString("utf8"))
}

/** Parses a file as RFC 4180 has it, or with semicolons instead of commas. */
export function rowsOf(text: string, separator: "," | ";" = ","): Cells[] {
  const lines: string[][] = [[]]
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`,
    "gy"
  )
  const body = text.replace(/^\uFEFF/, "")
  for (const [, quoted, plain = "", end] of body.matchAll(cell)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === "\r\n") {
      lines.push([])
    }
  }
  const [headings = [], ...rows] = lines.slice(0, -1)
  return rows.map((cells) =>
    Object.fromEntries(
      headings.map((heading, index) => [heading, cells[index] ?? ""])
    )
  )
}
