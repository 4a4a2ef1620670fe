import type { Rail } from "../src/ledger"

/** A transaction or payment order, as the gateway has it. */
export type GatewayEntry = {
  /** The ledger's id, which the gateway knows as order number. */
  payment_id: string
  rail: Rail
  paid: boolean
  /** Whether the store has answered 200 to the webhook that says so. */
  heard: boolean
}

/** A row of the ledger, with what was asked and is owed about it. */
export type LedgerEntry = {
  id: string
  session_id: string
  payment_collection_id: string
  status: string
  /** Exact decimal, in the cart's currency. */
  cart_amount: string
  exceptions: number
  refunds_due: number
}

/** A capture of Medusa. */
export type CaptureEntry = {
  session_id: string
  payment_collection_id: string
  /** Exact decimal. */
  amount: string
  /** Whether Medusa has refunded all of its payment since. */
  refunded: boolean
}

/** An order of Medusa that is linked to a payment collection. */
export type OrderEntry = {
  id: string
  payment_collection_id: string
  cart_id: string | null
  canceled: boolean
}

/** A payment collection of Medusa. */
export type CollectionEntry = {
  id: string
  /** The amount that it asks for, an exact decimal. */
  amount: string
}

/** The three books, at one moment. */
export type Records = {
  gateway: GatewayEntry[]
  ledger: LedgerEntry[]
  captures: CaptureEntry[]
  orders: OrderEntry[]
  collections: CollectionEntry[]
}
