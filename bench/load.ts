import { Pool } from "undici"

/** A request that is ready to be sent. */
export type Shot = {
  path: string
  headers: Record<string, string>
  body: string
}

export type Volley = {
  /** Requests answered per second. */
  rate: number
  /** Milliseconds that each waited for its answer. */
  waits: number[]
}

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
): Promise<Volley> {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const waits: number[] = []
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
      waits.push(performance.now() - sent)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, work))
  } finally {
    await pool.close()
  }
  const seconds = (performance.now() - began) / 1000
  return { rate: waits.length / seconds, waits }
}
