import { once } from "node:events"
import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import type { Rail } from "../../../src/ledger"
import {
  sign,
  SIGNATURE_HEADERS,
  webhookSecret,
} from "../../../tools/harness/gateway/webhooks"
import type { TestStore } from "../store/test-store"

/** A webhook whose headers were sent, and nothing of the body yet. */
export type BegunWebhook = {
  request: ClientRequest
  /** @throws when the store cuts the connection instead */
  answer: Promise<{ status: number; body: unknown }>
}

/**
 * Begins a correctly signed webhook whose body is sent in pieces, as over a
 * slow connection.
 */
export async function beginWebhook(
  store: TestStore,
  rail: Rail,
  path: string,
  body: string
): Promise<BegunWebhook> {
  const posted = request(`${store.url}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      [SIGNATURE_HEADERS[rail]]: sign(body, webhookSecret(store, rail)),
    },
  })
  const answer = once(posted, "response").then(async ([response]) => {
    const { statusCode = 0 } = response as IncomingMessage
    const parsed: unknown = JSON.parse(await text(response as IncomingMessage))
    return { status: statusCode, body: parsed }
  })
  answer.catch(() => {})
  posted.flushHeaders()
  await once(posted, "socket")
  return { request: posted, answer }
}
