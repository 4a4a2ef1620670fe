import { TimeLimit } from "../../shared/time-limit"

/** 10,000 logs, the most that endpoints return, take about 7 MB. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

/** Answer of an endpoint. Null text: it was too large to be read. */
export type Posted = { status: number; text: string | null }

/**
 * Sends a request. Follows no redirect, which would give the key in the URL to
 * another host.
 *
 * @param timeoutMs milliseconds for the whole answer
 * @throws when there is no answer. The error may contain the URL
 */
export async function post(
  url: URL,
  body: unknown,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }
): Promise<Posted> {
  const limit = new TimeLimit(timeoutMs, signal)
  try {
    const response = await fetch(withoutCredentials(url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...authorizationOf(url),
      },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: limit.signal,
    })
    return { status: response.status, text: await textOf(response) }
  } finally {
    limit.end()
  }
}

async function textOf({ body }: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) {
      return null
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}

/** `fetch` refuses URLs with a user name and a password. */
function withoutCredentials(url: URL): URL {
  return Object.assign(new URL(url), { username: "", password: "" })
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) {
    return {}
  }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}
