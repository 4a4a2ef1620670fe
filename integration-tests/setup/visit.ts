import { request } from "undici"

export type Visited = {
  status: number
  location: string | null
  header(name: string): string | null
  text: string
}

/**
 * Opens an address as a buyer's browser does, and shows where it is sent. Node's
 * own fetch calls itself a script in `Sec-Fetch-Mode`.
 */
export async function visit(
  url: string | URL,
  {
    method = "GET",
    headers = {},
  }: {
    method?: "GET" | "HEAD"
    /** On top; undefined leaves a header out. */
    headers?: Record<string, string | undefined>
  } = {}
): Promise<Visited> {
  const answer = await request(url, {
    method,
    headers: Object.fromEntries(
      Object.entries({ "sec-fetch-mode": "navigate", ...headers }).flatMap(
        ([name, value]) => (value === undefined ? [] : [[name, value]])
      )
    ),
  })
  const header = (name: string) => {
    const value = answer.headers[name]
    return (Array.isArray(value) ? value[0] : value) ?? null
  }
  return {
    status: answer.statusCode,
    location: header("location"),
    header,
    text: await answer.body.text(),
  }
}
