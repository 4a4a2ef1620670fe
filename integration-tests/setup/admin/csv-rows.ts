/** Parses a file as RFC 4180 has it, or with semicolons instead of commas. */
export function rowsOf(
  text: string,
  separator: "," | ";" = ","
): Record<string, string>[] {
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
