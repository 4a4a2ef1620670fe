import { createHmac } from "node:crypto"
import type { Answer } from "../shop/request"
import { byRail, type Rail } from "../../../src/ledger"
import type { Sandbox } from "../../../packages/sandbox/src"

/**
 * Every path that accepts a rail's webhooks: ours, and Medusa's own, which
 * takes two names of a provider.
 */
export const WEBHOOK_PATHS = byRail((rail): [string, string, string] => [
  `/hooks/stablecoin/${rail}`,
  `/hooks/payment/stablecoin-${rail}_default`,
  `/hooks/payment/pp_stablecoin-${rail}_default`,
])

export const SIGNATURE_HEADERS: Record<Rail, string> = {
  hosted: "X-Webhook-Signature",
  onchain: "X-Business-Signature",
}

/** The gateway's API of each rail, as the sandbox names it. */
export const API = { hosted: "merchant", onchain: "business" } as const

export const PAID_EVENTS: Record<Rail, string> = {
  hosted: "payment.success",
  onchain: "payment_order.paid",
}

type Body = string | Buffer

/** A store whose gateway is the sandbox. */
type Store = { url: string; sandbox: Sandbox }

/**
 * Signs as the contract specifies, without code of the plugin or the sandbox.
 */
export function sign(body: Body, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex")
}

/** The secret that the gateway signs a rail's webhooks with. */
export function webhookSecret(
  store: Pick<Store, "sandbox">,
  rail: Rail
): string {
  const { hosted, onchain } = store.sandbox.credentials
  return rail === "hosted" ? hosted.clientSecret : onchain.webhookSecret
}

/**
 * The gateway's paid event of a payment, byte for byte. The gateway does not
 * send it.
 *
 * @param overrides replace fields of `payload` or `data`; undefined ones are
 * left out
 */
export function paidWebhook(
  store: Pick<Store, "sandbox">,
  { rail, id }: { rail: Rail; id: string },
  overrides?: Record<string, unknown>
): string {
  const event = PAID_EVENTS[rail]
  store.sandbox.fault({ event, kind: "drop" })
  const [webhookEvent] = store.sandbox.trigger(
    event,
    { orderNo: id },
    overrides
  )
  if (!webhookEvent) {
    throw new Error(`The sandbox has no webhook address for ${id}.`)
  }
  return webhookEvent.body
}

export type WebhookAnswer = Answer<{
  received?: boolean
  type?: string
  message?: string
}>

/** Posts raw bytes with any headers, as anyone could. */
export async function postRaw(
  store: Pick<Store, "url">,
  path: string,
  body: Body,
  headers: Record<string, string> = {}
): Promise<WebhookAnswer> {
  const response = await fetch(`${store.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  })
  return {
    status: response.status,
    body: (await response.json()) as WebhookAnswer["body"],
  }
}

/** Posts a body as the gateway would: correctly signed, to our own path. */
export async function postSigned(
  store: Store,
  rail: Rail,
  body: Body,
  {
    path = WEBHOOK_PATHS[rail][0],
    contentType = "application/json",
  }: { path?: string; contentType?: string } = {}
): Promise<WebhookAnswer> {
  return await postRaw(store, path, body, {
    "content-type": contentType,
    [SIGNATURE_HEADERS[rail]]: sign(body, webhookSecret(store, rail)),
  })
}
