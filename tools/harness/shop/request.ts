/** A response of any status. */
export type Answer<T> = { status: number; body: T }

type Sent = {
  method?: "GET" | "POST" | "DELETE"
  headers?: Record<string, string>
  body?: unknown
}

/** Sends JSON, and reads JSON or the text of a file. */
export async function request<T>(
  url: string,
  { method = "GET", headers, body }: Sent = {}
): Promise<Answer<T>> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const type = response.headers.get("content-type") ?? ""
  const answer: unknown = type.startsWith("text/csv")
    ? await response.text()
    : await response.json()
  return { status: response.status, body: answer as T }
}

/** The same. @throws Error unless the response is a success */
export async function requestOrThrow<T>(
  url: string,
  sent: Sent = {}
): Promise<T> {
  const { status, body } = await request<T>(url, sent)
  if (status < 200 || status > 299) {
    throw new Error(
      `${sent.method ?? "GET"} ${url} answered ${status}: ${JSON.stringify(body)}`
    )
  }
  return body
}
