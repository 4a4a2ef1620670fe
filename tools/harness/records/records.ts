import type { Rail } from "../../../src/ledger"

/** A transaction or payment order in the gateway's records. */
export type GatewayEntry = {
  /** The ledger's id, which the gateway stores as order number. */
  payment_id: string
  rail: Rail
  paid: boolean
  /** Whether the store answered 200 to the paid webhook. */
  reported: boolean
}

/** A row of the ledger, with its numbers of exceptions and refunds due. */
export type LedgerEntry = {
  id: string
  session_id: string
  payment_collection_id: string
  status: string
  /** Exact decimal, in the cart's currency. */
  cart_amount: string
  cart_currency: string
  exceptions: number
  refunds_due: number
}

/** A capture in Medusa. */
export type CaptureEntry = {
  session_id: string
  payment_collection_id: string
  /** Exact decimal. */
  amount: string
  /** Whether Medusa has since refunded the whole payment. */
  refunded: boolean
  /** Whether it is a transaction of its order, which seems unpaid otherwise. */
  recorded: boolean
}

/** An order in Medusa that is linked to a payment collection. */
export type OrderEntry = {
  id: string
  payment_collection_id: string
  cart_id: string | null
  canceled: boolean
}

/** A payment collection in Medusa. */
export type CollectionEntry = {
  id: string
  /** The collection's amount, an exact decimal. */
  amount: string
}

/** The records of gateway, ledger and Medusa. */
export type Records = {
  gateway: GatewayEntry[]
  ledger: LedgerEntry[]
  captures: CaptureEntry[]
  orders: OrderEntry[]
  collections: CollectionEntry[]
}
