import {
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../harness/gateway/webhooks"
import { byRail, type Rail } from "../../src/ledger"
import type { BuiltStore } from "../harness/built-store/built-store"
import type { LoadRequest } from "./load"

/** Signs webhooks as the store's gateway does. */
export class WebhookRequests {
  readonly #secrets: Record<Rail, string>

  constructor(store: BuiltStore) {
    this.#secrets = byRail((rail) => webhookSecret(store, rail))
  }

  of(rail: Rail, body: string): LoadRequest {
    return {
      path: WEBHOOK_PATHS[rail][0],
      headers: {
        "content-type": "application/json",
        [SIGNATURE_HEADERS[rail]]: sign(body, this.#secrets[rail]),
      },
      body,
    }
  }
}

/** The body of the gateway's first webhook of a payment, of its creation. */
export function creationEvent({ sandbox }: BuiltStore, id: string): string {
  const created = sandbox.webhooks().find(({ body }) => body.includes(id))
  if (!created) {
    throw new Error(`The sandbox sent no creation event of payment ${id}.`)
  }
  return created.body
}

/** The same event for an order of another shop. */
export function ofOtherShop(
  body: string,
  number: number,
  order_no = `order-${number}`
): string {
  return body
    .replace(/stpay_\w+/g, order_no)
    .replace(/"(transaction_id|order_id)":"[^"]+"/g, `"$1":"foreign-${number}"`)
}
