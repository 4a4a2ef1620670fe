import { request } from "undici"

export type Visited = {
  status: number
  location: string | null
  header(name: string): string | null
  text: string
}

/**
 * Opens a URL as a buyer's browser does, and returns the redirect. Node's own
 * fetch sends a script's `Sec-Fetch-Mode`.
 */
export async function visit(
  url: string | URL,
  {
    method = "GET",
    headers = {},
  }: {
    method?: "GET" | "HEAD"
    /** Extra headers; undefined removes a default one. */
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
