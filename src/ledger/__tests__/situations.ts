import type { MedusaState, Payment } from "../index"
import { NOT_FOUND, NOW, payment, uses } from "./samples"
import {
  ago,
  authorized,
  cancelledOrder,
  captured,
  open,
  order,
  orderDue,
  released,
  sessionIn,
  taken,
} from "./settlement-samples"

/** Of a payment, in the ledger and in Medusa. */
export type State = Partial<MedusaState> & { ledger?: Partial<Payment> }

const HALF_AN_HOUR_MS = 30 * 60_000
const THIRD = "3.3333333333333335"
const young = { ...order, standing: false }
const cancelled = { status: "canceled" }
const live = { account: "other", mode: "live" }
const seen = { has_seen_money: true }
const observe = { proof: "observe", has_endpoint: true } as const

/** Paid after its price had expired, and not compared yet. */
const LATE = { locked_until: ago(2), paid_at: ago(1), late_price: null }
const NO_RATE = { shown_rate: "1.08", rate: null, due: null, accepted: false }

/** The chain contradicts its report by a final block. */
export const LIE = {
  proof_status: "contradicted",
  proof: { ...NOT_FOUND, reason: "wrong_amount", is_final: true },
} as const
/** No block contains its transaction, for half an hour. */
export const GONE = {
  proof_status: "not_found",
  proof: { ...NOT_FOUND, since: ago(HALF_AN_HOUR_MS).toISOString() },
} as const

/**
 * States that a payment may have in the ledger and in Medusa, where nothing
 * else is said as in `payment()` and `medusaState()`: 12.50 is due.
 */
export const SITUATIONS: Record<string, State> = {
  hosted: { ledger: { rail: "hosted" } },
  pending: { ledger: { status: "pending" } },
  creating: { ledger: { status: "creating" } },
  abandoned: { ledger: { status: "abandoned" } },
  failed: { ledger: { status: "failed" } },
  paid: { ledger: { status: "paid" } },
  cancelled: { ledger: { status: "cancelled" } },
  "without an id": { ledger: { gateway_id: null } },
  "without credentials": { is_readable: false },
  expired: { ledger: { expires_at: NOW } },
  "expires next": { ledger: { expires_at: ago(-1) } },
  "created just under 2 minutes ago": { ledger: { created_at: ago(119_999) } },
  "created 2 minutes ago": { ledger: { created_at: ago(120_000) } },
  "superseded now": { ledger: { superseded_at: ago(1) } },
  "superseded just under 30 minutes ago": {
    ledger: { superseded_at: ago(HALF_AN_HOUR_MS - 1) },
  },
  "superseded 30 minutes ago": {
    ledger: { superseded_at: ago(HALF_AN_HOUR_MS) },
  },
  "manual capture": { ledger: { capture: "manual" } },
  "order first": { ledger: { checkout_flow: "order_first" } },
  "pay first": { ledger: { checkout_flow: "pay_first" } },
  /** Placed before its payment, which ended. */
  "unpaid order": {
    ledger: { checkout_flow: "order_first", status: "cancelled" },
    order,
    session: sessionIn("canceled"),
  },
  "in test mode": { ledger: { mode: "test" } },
  "in live mode": { ledger: { mode: "live" } },
  "paid late": { ledger: LATE },
  "paid late for less": {
    ledger: { ...LATE, late_price: { ...NO_RATE, rate: "1.2", due: "13.90" } },
  },
  "paid late without a rate": { ledger: { ...LATE, late_price: NO_RATE } },
  "in thirds of a cent": {
    ledger: { cart_amount: THIRD, amount: "3.33" },
    collection: open("3.3333333333333333333"),
  },

  observe: { chain_policy: observe },
  require: { chain_policy: { ...observe, proof: "require" } },
  "no endpoint": { chain_policy: { proof: "require", has_endpoint: false } },
  proven: { ledger: { proof_status: "proven", proof: NOT_FOUND } },
  found: { ledger: { proof_status: "found", proof: NOT_FOUND } },
  contradicted: { ledger: LIE },
  "contradicted so far": {
    ledger: { ...LIE, proof: { ...LIE.proof, is_final: false } },
  },
  "in another coin": {
    ledger: { ...LIE, proof: { ...LIE.proof, reason: "wrong_coin" } },
  },
  "not found": { ledger: GONE },
  "not found yet": { ledger: { ...GONE, proof: NOT_FOUND } },
  "no address": { ledger: { destination_address: null } },

  "store is live": { current_account: live },
  "account is live": {
    current_account: { ...live, account: payment().account },
  },
  "store tests": { current_account: { ...live, mode: "test" } },
  "mode of the store unknown": { current_account: { ...live, mode: null } },
  "mode of the account unknown": {
    current_account: { account: payment().account, mode: null },
  },

  "session gone": { session: null },
  "session in thirds": { session: { ...sessionIn("pending"), amount: THIRD } },
  "session not stored": {
    session: { ...sessionIn("pending"), started: false },
  },
  "session of 13.00": { session: { ...sessionIn("pending"), amount: "13.00" } },
  "session of 12.501": {
    session: { ...sessionIn("pending"), amount: "12.501" },
  },
  "session in eur": { session: { ...sessionIn("pending"), currency: "eur" } },
  "session waits": { session: sessionIn("pending_authorization") },
  "session authorized": { session: sessionIn("authorized") },
  "session captured": { session: sessionIn("captured") },
  "session cancelled": { session: sessionIn("canceled") },
  "session failed": { session: sessionIn("error") },
  "competing session waits": { competing_sessions: ["pending"] },
  "competing session may authorize": {
    competing_sessions: ["pending_authorization"],
  },
  "competing sessions ended": { competing_sessions: ["canceled", "error"] },

  authorized: { payment: authorized },
  captured: { payment: captured },
  released: { payment: released },
  "captured in part": { payment: { ...authorized, taken: "5.00" } },
  "captured and cancelled": { payment: { ...captured, canceled: true } },
  "refunded in Medusa": { payment: { ...captured, held: "0.00" } },
  "capture lost": { unrecorded_capture: "lost" },
  "capture being recorded": { unrecorded_capture: "recent" },

  "not allocated": { money: uses({}) },
  "capture allocated": { money: uses({ capture: "12.50" }) },
  "refund of 5.00 allocated": {
    money: uses({ capture: "7.50", refund: "5.00" }),
  },
  "all but 5.00 sent back": {
    money: uses({ capture: "5.00", refund: "7.50" }),
  },
  "1.25 more arrived": {
    money: { ...uses({ capture: "12.50" }), unallocated: "1.25" },
  },
  "sent back": { money: uses({ refund: "12.50" }) },
  "5.00 sent back": { money: uses({ refund: "5.00" }) },
  "12.49 sent back": { money: uses({ refund: "12.49" }) },
  kept: { money: uses({ kept: "12.50" }) },
  "open exception": { has_open_exception: true },
  "transfer seen": seen,
  "refused order": { is_refused: true },

  "no cart": { cart_id: null },
  ordered: { order },
  "order not standing": { order: young },
  "order cancelled": { order: cancelledOrder },
  "order lost": { lost_order_id: "order_removed" },
  "stock lacking": { lacks_stock: true },
  "ordered manually": { manual_order: { id: "order_9" } },

  "collection gone": { collection: null },
  "collection cancelled": { collection: { ...open("12.50"), ...cancelled } },
  "collection completed": {
    collection: { ...open("12.50"), status: "completed" },
  },
  "cart of 5.00": { collection: open("5.00") },
  "cart of 12.501": { collection: open("12.501") },
  "cart of 25.00": { collection: open("25.00") },
  "cart in eur": { collection: { ...open("12.50"), currency: "eur" } },
  "other paid 0.01": { collection: open("12.50", "0.01") },
  "other paid 12.49": { collection: open("12.50", "12.49") },
  "other paid all": { collection: open("12.50", "12.50") },
  "other authorized all": {
    collection: { ...open("12.50", "12.50"), captured_by_others: "0.00" },
  },
  "other paid all as well": {
    collection: { ...open("12.50", "12.50"), held: "25.00" },
  },
  "other paid 10.00 of 22.50": { collection: open("22.50", "10.00") },
  "other paid 12.50 of 22.50": { collection: open("22.50", "12.50") },

  "order of 5.00": { collection: taken("5.00", "12.50") },
  "order of nothing": { collection: taken("0", "12.50") },
  "order of 25.00": { collection: taken("25.00", "12.50") },
  "order of 102.50": { collection: taken("102.50", "12.50") },
  "order paid": { collection: taken("12.50", "12.50") },
  "order of 25.00 paid": { collection: taken("25.00", "25.00") },
  "order of 10.00 paid and refunded": {
    collection: taken("12.50", "10.00", "10.00"),
  },
  "order of 22.50 paid in two collections": {
    collection: taken("12.50", "12.50", "22.50"),
  },
  "order edited to 10.00": { collection: taken("12.50", "12.50", "10.00") },
  "collection asks for more than order": {
    collection: taken("32.50", "12.50", "12.50"),
  },
  "refund unrecorded": {
    collection: {
      ...taken("12.50", "0"),
      order_due: { ...orderDue("12.50", "0"), taken: "12.50" },
    },
  },
  "2.50 refunded without an order": {
    ledger: { cart_id: null },
    collection: { ...taken("12.50", "10.00"), order_due: null },
  },
  "order of 25.00 and collection cancelled": {
    collection: { ...taken("25.00", "12.50"), ...cancelled },
  },
  "order due nothing": {
    collection: {
      ...open("32.50", "12.50"),
      order_due: orderDue("12.50", "12.50", "12.50"),
    },
  },
  "order due 2.50": {
    collection: {
      ...open("12.50"),
      order_due: orderDue("22.50", "20.00", "20.00"),
    },
  },
  "order of less is being placed": {
    collection: { ...open("102.50"), order_due: orderDue("12.50", "0") },
  },
  "order is free": {
    collection: { ...open("12.50"), order_due: orderDue("0", "0") },
  },
}
