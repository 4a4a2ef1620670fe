import type { InferEntityType } from "@medusajs/framework/types"

/** One page of a list, with the number of all rows. */
export type Page = {
  /** At most 10,000: more are not counted, so that long lists stay fast. */
  count: number
  /** Whether there may be more than `count`: not all rows were counted. */
  count_exceeded?: boolean
  offset: number
  limit: number
}

/** A record in a response: its dates are ISO 8601. */
export type Json<T> = {
  [Name in keyof T]: Date extends T[Name]
    ? string | Exclude<T[Name], Date>
    : T[Name]
}

/** A row of a model in a response. */
export type Row<Model> = Json<Omit<InferEntityType<Model>, "deleted_at">>

/** A buyer. Without a customer it is the cart's email. */
export type AdminCustomerReference = { id: string | null; email: string | null }

/** Reference to a Medusa order, enough for a link. */
export type AdminOrderReference = {
  id: string
  display_id: number
}

/** The order and the buyer of a payment. Null while unknown. */
export type OfPayment = {
  order: AdminOrderReference | null
  customer: AdminCustomerReference | null
}

/** An amount in coins, an exact decimal. */
export type { Coins as AdminCoins } from "../ledger/deposits"

/**
 * Formats of an exported file. `comma`: cells are separated by commas, decimals
 * have a point. `semicolon`: cells are separated by semicolons, decimals have a
 * comma.
 */
export const EXPORT_FORMATS = ["comma", "semicolon"] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
