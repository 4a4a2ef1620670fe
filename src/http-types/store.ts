/**
 * Responses of the store's API to storefronts, shared by its routes and by
 * packages/storefront, which is published without the plugin, so this file
 * imports nothing.
 *
 * Field names on the wire follow Medusa: snake_case.
 */

export type StoreRail = StoreOption["rail"]

/**
 * Statuses of the ledger. Only `paid` never changes: a payment that ended
 * otherwise may still become paid.
 */
export type StorePaymentStatus =
  "creating" | "pending" | "abandoned" | "failed" | "cancelled" | "paid"

export type StoreCheckoutFlow = "pay_first" | "order_first"

/**
 * A payment as its buyer may see it. It contains nothing of use to another
 * buyer.
 */
export type StorePayment = {
  /** The Medusa payment session. */
  session_id: string
  /**
   * For the buyer to quote: the order number at the gateway, and found by the
   * search of the merchant's admin.
   */
  reference: string
  rail: StoreRail
  status: StorePaymentStatus
  /** The amount in the stablecoin, as a decimal string with two digits. */
  amount: string
  /** The stablecoin, such as `USDC`. */
  currency: string
  /** Null when the buyer selects it on the gateway's page. */
  chain: Pick<StoreChain, "code" | "name"> | null
  /**
   * The page where the buyer pays. Null when this payment can't be paid there
   * any more.
   */
  redirect_url: string | null
  /** ISO 8601: until when it may be paid, at its price. */
  expires_at: string
  /**
   * The cart that it was started for, once its order exists. Absent for the amount
   * due of an order.
   */
  cart_id?: string
  /** The order that the payment belongs to, once it exists and takes its money. */
  order_id?: string
  /**
   * It is paid and has its order (or needs none), or it is cancelled. Only money
   * that arrives late changes it again.
   */
  final: boolean
  /**
   * Set on a payment that is not paid: the session of another payment for the
   * same purchase that was paid since. If this payment has ended or was
   * superseded, it may also be the newest open session started after it. Follow
   * that session instead.
   */
  replaced_by?: string
  /**
   * How the buyer returned from the gateway's page. Absent until then.
   * `success` is the page's claim and does not prove payment.
   */
  returned?: "success" | "cancel"
  /**
   * Its order was cancelled, or is about to be because this payment ended. The
   * purchase no longer exists.
   */
  order_canceled?: true
  /**
   * Money was received, seen on the network or claimed by the gateway's page,
   * and is neither used for an order nor on its way back. Don't let the buyer
   * pay again. The fields below say more.
   */
  in_question?: true
  /**
   * Money that the merchant has to review, received or seen on the network: it
   * does not fit, or no order is left for it. Once the payment has its order,
   * also that of another payment for the same purchase.
   */
  under_review?: true
  /** With `under_review`: nothing was left to pay when the money arrived. */
  already_paid?: true
  /** No order was placed, since an item of the cart was sold out. */
  sold_out?: true
  /**
   * The network shows the buyer's transfer, and the gateway has not confirmed
   * it. With `under_review` it does not fit the payment, such as another amount;
   * otherwise it waits for confirmation. Only where the store reads the network.
   */
  transfer_seen?: true
  /** The merchant keeps money of it, and places no order of this cart for it. */
  kept?: true
  /**
   * The buyer returned with `success` half an hour ago or earlier, and the
   * gateway has reported no outcome.
   */
  overdue?: true
  /**
   * Whether money that arrived for it, and pays for no order, is due to the
   * buyer, or was sent back.
   */
  sent_back?: "due" | "sent"
  /**
   * All money that arrived or was seen for it, of any amount. `chain` is null
   * where the gateway names none.
   */
  transfers?: StoreTransfer[]
  /** The part of it that goes back to the buyer. */
  refunds?: StoreRefund[]
  /**
   * The part of it that pays for the order. Absent while none does, such as
   * where another payment has paid the order before.
   */
  paid?: StoreCoins
  /** The transfer that paid it, if the gateway reports one. */
  transaction?: {
    hash: string
    /** The block explorer's page of it. Null for a test payment. */
    url: string | null
  }
}

/** An amount of a stablecoin. `amount` is a decimal string. */
export type StoreCoins = Pick<StorePayment, "amount" | "currency">

/** `due`: the merchant will send it. */
export type StoreRefund = StoreCoins & { status: "due" | "sent" }

export type StoreTransfer = StoreCoins & Pick<StorePayment, "chain">

/**
 * `GET /store/stablecoin/payments/:session_id`. With the `ETag` of an earlier
 * response as `If-None-Match`, 304 while `payment` is the same.
 */
export type StorePaymentResponse = {
  payment: StorePayment
  /** ISO 8601: the store's clock. That of a buyer's device may be wrong. */
  now: string
  /**
   * Milliseconds after which a waiting storefront reads it again: soon after the
   * start and the buyer's return, later less often.
   */
  poll_after: number
}

/** `GET /store/stablecoin/payments?order_id=` */
export type StorePaymentsResponse = {
  /**
   * The payments whose money an order has, had or waits for, the newest first:
   * all `transfers` that arrived for it, and all `refunds` that go back.
   */
  payments: StorePayment[]
  /** Money of other payments that the merchant has decided to use for it. */
  paid_otherwise: StoreCoins[]
  /**
   * The amount that the order still asks for while no payment collection of it
   * does, so that its buyer can't pay it yet. Null: nothing.
   */
  due: Pick<StoreOptionsResponse, "total" | "currency_code"> | null
}

/**
 * A stablecoin, such as `USDT`, to send as `currency` when starting a session.
 */
export type StoreCurrency = {
  code: string
  is_default: boolean
}

/** A network to send as `chain` when starting a session. */
export type StoreChain = {
  /** Such as `POLYGON`. */
  code: string
  /** Display name, such as `Polygon`. */
  name: string
  /** EIP-155 chain id, such as 137. */
  evm_chain_id: number
  explorer: { name: string; url: string }
  is_default: boolean
  /** Codes of the stablecoins that can be paid on it. */
  currencies: string[]
}

/** Fields of both rails' offers. */
type StoreOffer = {
  /** For Medusa's "initialize payment session". */
  provider_id: string
  /**
   * Amount that the buyer would pay, in any of the currencies: a decimal string
   * with two digits.
   */
  amount: string
  currencies: StoreCurrency[]
}

/** The buyer picks the method on the gateway's page. */
export type StoreHostedOption = StoreOffer & { rail: "hosted" }

/** The buyer picks the network in the checkout. */
export type StoreOnchainOption = StoreOffer & {
  rail: "onchain"
  chains: StoreChain[]
}

export type StoreOption = StoreHostedOption | StoreOnchainOption

/** The price that the amounts of the options follow from. */
export type StoreQuote = {
  /** US dollars for one unit of the cart's currency, a decimal string. */
  rate: string
  /** ISO 8601: until when a payment may be started with it. */
  valid_until: string
}

/**
 * `GET /store/stablecoin/options?cart_id=|payment_collection_id=`: the ways to
 * pay in stablecoins. Unavailable ones are absent.
 */
export type StoreOptionsResponse = {
  /** The cart's currency, lower case. */
  currency_code: string
  /** The amount due in the cart's currency: an exact decimal string. */
  total: string
  /**
   * Whether the cart is completed before the buyer leaves for the gateway's
   * page.
   */
  checkout_flow: StoreCheckoutFlow
  /** False while the merchant takes no new payments on any rail. */
  accepts_new_payments: boolean
  options: StoreOption[]
  /** The price of a cart in another currency; null where a dollar is a coin. */
  quote: StoreQuote | null
  /**
   * Why a cart in another currency can't be paid: no source has its price
   * (`no_source`), a fresh one (`stale`), or they differ (`disagree`).
   */
  no_price: "not_configured" | "no_source" | "stale" | "disagree" | null
  /**
   * Payments of this purchase with money in question, or whose money pays for an
   * order that the merchant created. The newest first. Show them instead of the
   * options.
   */
  in_question: StorePayment[]
  /**
   * Another payment of this purchase that may still be paid, also after the cart
   * changed, or whose money goes back. Tell the buyer of it before another one.
   */
  earlier: StorePayment | null
}
