import { request } from "undici"
import { messageOf } from "../shared/message-of"
import type { Webhook } from "./webhook"

/** A response of the plugin to relay, which is JSON. */
export type StoreAnswer = { status: number; body: Buffer }

/** Why a webhook is not stored. */
export type Problem = {
  reason: string
  /** Whether the store can't store any webhook at present. */
  isAway: boolean
}

/** The result of a webhook that was sent to the store. */
export type Sent = {
  /** The plugin's own answer. Null: the webhook has to be sent again. */
  answer: StoreAnswer | null
  /** Null: it is stored. */
  problem: Problem | null
}

/** Sends a webhook to the store. Never throws. */
export type Send = (webhook: Webhook) => Promise<Sent>

/** The gateway waits meanwhile. */
const ANSWERED_WITHIN_MS = 2_000

const REFUSALS = [400, 401, 413, 415]

/** A store that restarts or is busy, or the proxy in front of it. */
const AWAY = [408, 429, 502, 503, 504]

/** Marks what a receiver sends, so that none sends it to itself. */
export const RECEIVER_HEADER = "x-stablecoin-receiver"

/** @param store its address, with or without a path */
export function sendTo(store: URL, timeoutMs = ANSWERED_WITHIN_MS): Send {
  const url = store.href.replace(/\/$/, "")
  return async ({ path, headers, body }) => {
    try {
      const response = await request(url + path, {
        method: "POST",
        headers: { ...headers, [RECEIVER_HEADER]: "1" },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return judge({
        status: response.statusCode,
        body: Buffer.from(await response.body.arrayBuffer()),
      })
    } catch (error) {
      const reason = `no answer from the store (${messageOf(error)})`
      return { answer: null, problem: { reason, isAway: true } }
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
    return { answer, problem: null }
  }
  const isRefusal = REFUSALS.includes(status)
  const isFinal = isRefusal && typeof type === "string"
  const reason = isFinal
    ? `the store answered ${status} (${String(message)})`
    : isRefusal || status < 300
      ? `${status} was answered, but not by the plugin`
      : `the store answered ${status}`
  return {
    answer: isFinal ? answer : null,
    problem: { reason, isAway: AWAY.includes(status) },
  }
}

function fieldsOf(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString("utf8"))) as Record<string, unknown>
  } catch {
    return {}
  }
}
