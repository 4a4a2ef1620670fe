import type { z } from "zod"
import type { Rail } from "../../../ledger"
import { generalSchema, hostedSchema, onchainSchema } from "./options"
import * as typed from "./typed"

export type Part = "general" | Rail

/** A setting that is not a secret: its names and schemas. */
export type Field = {
  part: Part
  /** Name in the Admin API. */
  name: string
  /** Name in the plugin's options. */
  option: string
  /** Schema of the effective value, from the config or stored. */
  reads: z.ZodType
  /** Schema of a value typed in the admin. */
  typed: z.ZodType
}

const { shape: general } = generalSchema

/** Every setting that is not a secret. */
export const FIELDS: readonly Field[] = [
  field(
    "general",
    "backend_url",
    "backendUrl",
    general.backendUrl,
    typed.typedBackendUrl
  ),
  field(
    "general",
    "currencies",
    "currencies",
    general.currencies,
    typed.typedCurrencies
  ),
  field(
    "general",
    "storefront_urls",
    "storefrontUrls",
    general.storefrontUrls,
    typed.typedOrigins
  ),
  field(
    "general",
    "success_url",
    "successUrl",
    general.successUrl,
    typed.typedTemplate
  ),
  field(
    "general",
    "cancel_url",
    "cancelUrl",
    general.cancelUrl,
    typed.typedTemplate
  ),
  field(
    "general",
    "checkout_flow",
    "checkoutFlow",
    general.checkoutFlow,
    typed.typedFlow
  ),
  field("general", "capture", "capture", general.capture, typed.typedCapture),
  field(
    "general",
    "pending_ttl",
    "pendingTtl",
    general.pendingTtl,
    typed.typedPendingTtl
  ),
  field(
    "general",
    "max_open_payments",
    "maxOpenPayments",
    general.maxOpenPayments,
    typed.typedMaxOpenPayments
  ),
  field(
    "general",
    "max_starts_per_minute",
    "maxStartsPerMinute",
    general.maxStartsPerMinute,
    typed.typedMaxStarts
  ),
  field(
    "general",
    "webhook_retention",
    "webhookRetention",
    general.webhookRetention,
    typed.typedRetention
  ),
  field(
    "general",
    "unpaid_payment_retention",
    "unpaidPaymentRetention",
    general.unpaidPaymentRetention,
    typed.typedPaymentRetention
  ),
  field(
    "general",
    "item_name",
    "itemName",
    general.itemName,
    typed.typedItemName
  ),
  ...credentials("hosted", hostedSchema.shape),
  ...credentials("onchain", onchainSchema.shape),
  field(
    "onchain",
    "chains",
    "chains",
    onchainSchema.shape.chains,
    typed.typedChains
  ),
  field(
    "onchain",
    "default_chain",
    "defaultChain",
    onchainSchema.shape.defaultChain,
    typed.typedChain
  ),
]

/**
 * Name of a setting in rows, requests and the change log: `onchain.base_url`.
 */
export function keyOf({ part, name }: Pick<Field, "part" | "name">): string {
  return `${part}.${name}`
}

/**
 * Path of a setting in the plugin's options: `onchain.baseUrl`, `backendUrl`.
 */
export function optionOf({ part, option }: Field): string {
  return part === "general" ? option : `${part}.${option}`
}

function credentials(
  rail: Rail,
  shape: { baseUrl: z.ZodType; clientId: z.ZodType }
): Field[] {
  return [
    field(rail, "base_url", "baseUrl", shape.baseUrl, typed.typedGatewayUrl),
    field(rail, "client_id", "clientId", shape.clientId, typed.typedClientId),
  ]
}

function field(
  part: Part,
  name: string,
  option: string,
  reads: z.ZodType,
  typedSchema: z.ZodType
): Field {
  return { part, name, option, reads, typed: typedSchema }
}
