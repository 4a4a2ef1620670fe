/**
 * What the store's API answers to storefronts: shared by its routes and by
 * src/storefront, which is published without the rest. So it imports nothing.
 * The field names on the wire are Medusa's way: snake_case.
 */

export type StoreRail = "hosted" | "onchain"

/** The ladder of the ledger: paid is final, every other end may still turn into paid. */
export type StorePaymentStatus =
  "creating" | "pending" | "abandoned" | "failed" | "cancelled" | "paid"

export type StoreCheckoutFlow = "pay_first" | "order_first"

/** A payment as its buyer may see it: nothing in it is of use to another buyer. */
export type StorePayment = {
  /** The Medusa payment session. */
  session_id: string
  rail: StoreRail
  status: StorePaymentStatus
  /** Where the buyer pays; null when this payment can't be paid there any more. */
  redirect_url: string | null
  /** ISO 8601: until when it may stay open. */
  expires_at: string
  /** The order that the payment belongs to, once there is one. */
  order_id?: string
  /**
   * Nothing more is to be waited for: it is paid and has its order (or needs
   * none), or it is cancelled. The stream of events ends with this state.
   */
  final: boolean
  /**
   * Of one that is not paid: the session of another payment for the same thing
   * that was paid since; or, of one that has ended, the newest that was started
   * after it and is open. Follow that one: it carries the purchase now.
   */
  replaced_by?: string
  /** How the buyer came back from the gateway's page; absent: not yet. `success` is the page's word, and no proof of money. */
  returned?: "success" | "cancel"
  /** Its order was cancelled, or is about to be because this payment ended: there is no purchase any more. */
  order_canceled?: true
  /** Money has come that a person of the store has to look at: it does not fit, or no order is left for it. */
  under_review?: true
}

/** `GET /store/stablecoin/payments/:session_id`, and the data of each event of `…/events`. */
export type StorePaymentResponse = {
  payment: StorePayment
  /** ISO 8601: the store's clock, since a buyer's device may be wrong by any time. */
  now: string
}

/** A stablecoin, such as `USDT`, that may be sent as `currency` when a session is started. */
export type StoreCurrency = {
  code: string
  is_default: boolean
}

/** A way to pay on the gateway's page, by the gateway's own listing. */
export type StoreHostedMethod = {
  key: string
  name: string
  is_default: boolean
}

export type StoreHostedCurrency = StoreCurrency & {
  /** Empty where the gateway does not list them. */
  methods: StoreHostedMethod[]
}

/** A network that may be sent as `chain` when a session is started. */
export type StoreChain = {
  /** Such as `POLYGON`. */
  code: string
  /** For people, such as `Polygon`. */
  name: string
  /** EIP-155, such as 137. */
  evm_chain_id: number
  explorer: { name: string; url: string }
  is_default: boolean
}

/** What both rails' offers tell. */
type StoreOffer = {
  /** For Medusa's "initialize payment session". */
  provider_id: string
  /** What the buyer would pay, in any of the currencies: a decimal string of two digits. */
  amount: string
}

/** The buyer picks the method on the gateway's page. */
export type StoreHostedOption = StoreOffer & {
  rail: "hosted"
  currencies: StoreHostedCurrency[]
}

/** The buyer picks the network in the checkout. */
export type StoreOnchainOption = StoreOffer & {
  rail: "onchain"
  currencies: StoreCurrency[]
  chains: StoreChain[]
}

export type StoreOption = StoreHostedOption | StoreOnchainOption

/**
 * `GET /store/stablecoin/options?cart_id=|payment_collection_id=`: the ways to
 * pay in stablecoins. What can't be offered is absent.
 */
export type StoreOptionsResponse = {
  /** The cart's, lower case. */
  currency_code: string
  /** What is to be paid, in the cart's currency: an exact decimal string. */
  total: string
  /** Whether the cart is completed before the buyer leaves for the gateway's page. */
  checkout_flow: StoreCheckoutFlow
  options: StoreOption[]
}
