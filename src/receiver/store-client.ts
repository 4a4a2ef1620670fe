import { request } from "undici"
import { messageOf } from "../shared/message-of"
import type { Webhook } from "./webhook"

/** A response of the plugin to relay, which is JSON. */
export type StoreAnswer = { status: number; body: Buffer }

/** The result of a webhook that was sent to the store. */
export type Sent =
  | { is: "stored"; answer: StoreAnswer }
  /** The plugin rejects it. */
  | { is: "refused"; answer: StoreAnswer; reason: string }
  /** Not stored. `isAway`: the store can't store any webhook at present. */
  | { is: "failed"; isAway: boolean; reason: string }

/** The gateway waits meanwhile. */
const ANSWERED_WITHIN_MS = 2_000

const REFUSALS = [400, 401, 413, 415]

/** A store that restarts or is busy, or the proxy in front of it. */
const AWAY = [408, 429, 502, 503, 504]

/** Marks what a receiver sends, so that none sends it to itself. */
export const RECEIVER_HEADER = "x-stablecoin-receiver"

/** Sends webhooks to the store. */
export class StoreClient {
  readonly #url: string

  /** @param url the store's address, with or without a path */
  constructor(
    url: URL,
    private readonly timeoutMs = ANSWERED_WITHIN_MS
  ) {
    this.#url = url.href.replace(/\/$/, "")
  }

  async send({ path, headers, body }: Webhook): Promise<Sent> {
    try {
      const response = await request(this.#url + path, {
        method: "POST",
        headers: { ...headers, [RECEIVER_HEADER]: "1" },
        body,
        signal: AbortSignal.timeout(this.timeoutMs),
      })
      return judge({
        status: response.statusCode,
        body: Buffer.from(await response.body.arrayBuffer()),
      })
    } catch (error) {
      const reason = `no answer from the store (${messageOf(error)})`
      return { is: "failed", isAway: true, reason }
    }
  }
}

/**
 * Only the plugin's own answers are final: a page of a proxy or a storefront
 * with the same status is not.
 */
function judge(answer: StoreAnswer): Sent {
  const { status } = answer
  const { received, type, message } = fieldsOf(answer.body)
  if (status >= 200 && status < 300 && received === true) {
    return { is: "stored", answer }
  }
  if (REFUSALS.includes(status) && typeof type === "string") {
    const reason = `the store answered ${status} (${String(message)})`
    return { is: "refused", answer, reason }
  }
  return {
    is: "failed",
    isAway: AWAY.includes(status),
    reason:
      REFUSALS.includes(status) || status < 300
        ? `${status} was answered, but not by the plugin`
        : `the store answered ${status}`,
  }
}

function fieldsOf(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString("utf8"))) as Record<string, unknown>
  } catch {
    return {}
  }
}
