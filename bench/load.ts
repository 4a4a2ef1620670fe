import { Pool } from "undici"
import { percentile } from "./measure"

/** As many as the goals speak of. */
export const CONNECTIONS = 16

/** A request that is ready to be sent. */
export type Shot = {
  path: string
  headers: Record<string, string>
  body: string
}

/** When a request was answered, and how long it had waited: in milliseconds, the first from the volley's beginning. */
export type Answered = { at: number; wait: number }

/** What was answered from one moment of a volley to another, in milliseconds. */
export type Span = { from: number; to: number }

/**
 * Sends what `next` gives, for so long, over so many connections: each sends
 * its next request as soon as its last one is answered.
 *
 * @throws when an answer is not 200: a refusal is quick, and no rate
 */
export async function fire(
  url: string,
  next: () => Shot,
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

/** Requests answered per second. */
export function rateOf(answered: readonly Answered[], span: Span): number {
  return within(answered, span).length / ((span.to - span.from) / 1000)
}

/** The milliseconds that 99 of 100 waited at most. */
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
