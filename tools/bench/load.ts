import { Pool } from "undici"
import { percentile } from "./measure"

/** The number of connections that the goals name. */
export const CONNECTIONS = 16

/** A request ready to be sent. */
export type LoadRequest = {
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * When a response arrived, counted from the start of the run, and how long the
 * request waited. In milliseconds.
 */
export type Answered = { at: number; wait: number }

/** A time span of a run, in milliseconds. */
export type Span = { from: number; to: number }

/**
 * Sends the requests that `next` returns, for `forMs`, over `connections`
 * connections. Each connection sends its next request as soon as its last
 * response arrives.
 *
 * @throws if a response is not 200: refusals are fast and would distort the
 *   rate
 */
export async function sendLoad(
  url: string,
  next: () => LoadRequest,
  { connections, forMs }: { connections: number; forMs: number }
): Promise<Answered[]> {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const answered: Answered[] = []
  const began = performance.now()
  const work = async (): Promise<void> => {
    while (performance.now() - began < forMs) {
      const sent = performance.now()
      const { statusCode, body } = await pool.request({
        ...next(),
        method: "POST",
      })
      const text = await body.text()
      if (statusCode !== 200) {
        throw new Error(`A request was answered ${statusCode}: ${text}`)
      }
      const now = performance.now()
      answered.push({ at: now - began, wait: now - sent })
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, work))
  } finally {
    await pool.close()
  }
  return answered
}

/** Responses per second. */
export function rateOf(answered: readonly Answered[], span: Span): number {
  return within(answered, span).length / ((span.to - span.from) / 1000)
}

/** 99th percentile of the wait in milliseconds. */
export function p99Of(answered: readonly Answered[], span: Span): number {
  return percentile(
    within(answered, span).map(({ wait }) => wait),
    0.99
  )
}

function within(
  answered: readonly Answered[],
  { from, to }: Span
): readonly Answered[] {
  return answered.filter(({ at }) => at >= from && at < to)
}
