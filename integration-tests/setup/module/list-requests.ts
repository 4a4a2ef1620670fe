import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { listWebhookEvents } from "../../../src/modules/stablecoin/repository/lists/list-webhook-events"
import {
  listPayments,
  type PaymentsRequest,
} from "../../../src/modules/stablecoin/repository/lists/list-payments"
import { hoursAgo, serial } from "../../../harness/postgres/big-ledger"

export type ListInput = Partial<PaymentsRequest>

/** The beginning of the hash of one payment, if it is paid. */
const HASH = `0x${createHash("md5").update("777").digest("hex").slice(0, 16)}`

const NEWEST = { by: "created_at", direction: "desc" } as const
const oldest = (by: string) => ({ by, direction: "asc" }) as const
const newest = (by: string) => ({ by, direction: "desc" }) as const

const named = (q: string) => ({
  names: { q, order_ids: [], payment_collection_ids: [] },
})

/** Requests to the list of payments. */
export const PAYMENTS: [what: string, input: ListInput][] = [
  ["everything", {}],
  ["everything, page 500", { offset: 9_980 }],
  ["by amount", { sort: newest("amount") }],
  ["by amount, page 500", { sort: oldest("amount"), offset: 9_980 }],
  ["by paid_at", { sort: newest("paid_at") }],
  ["by paid_at, unpaid first", { sort: oldest("paid_at") }],
  ["a rail of half the rows", { where: { rail: ["hosted"] } }],
  ["a frequent status", { where: { status: ["paid"] } }],
  ["a rare status", { where: { status: ["creating"] } }],
  ["a rare chain", { where: { chain: ["AVALANCHE"] } }],
  [
    "rare status on a rare chain",
    { where: { status: ["creating"], chain: ["AVALANCHE"] } },
  ],
  [
    "rare chain in test mode, by amount",
    { where: { mode: ["test"], chain: ["AVALANCHE"] }, sort: newest("amount") },
  ],
  [
    "values of nearly all rows, by amount",
    { where: { mode: ["live"] }, sort: oldest("amount") },
  ],
  ["old credentials", { where: { account: ["hosted_old"] } }],
  [
    "several values of each",
    {
      where: { status: ["pending", "failed"], currency: ["USDC", "USDT"] },
      sort: newest("paid_at"),
      offset: 2_000,
    },
  ],
  ["nothing matches", { where: { status: ["paid"], mode: ["unknown"] } }],
  ["one day", { created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) } }],
  [
    "a long time, by amount",
    { created_at: { $gte: "2000-01-01" }, sort: newest("amount") },
  ],
  [
    "one day, by amount, of a status",
    {
      where: { status: ["paid"] },
      created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) },
      sort: newest("amount"),
    },
  ],
  [
    "a future time, fewer rows than groups",
    {
      where: { status: ["paid"] },
      created_at: { $gte: "2999-01-01" },
      limit: 1,
    },
  ],
  ["never answered", { never_answered: true }],
  [
    "never answered, the oldest",
    { never_answered: true, sort: oldest("created_at") },
  ],
  ["need attention", { needs_attention: true }],
  [
    "need attention, by amount",
    { needs_attention: true, sort: newest("amount") },
  ],
  ["contradicted or not final", { proof_status: ["contradicted", "found"] }],
  [
    "contradicted, by amount",
    { proof_status: ["contradicted"], sort: newest("amount") },
  ],
  ["proven", { proof_status: ["proven"] }],
  [
    "no answer or not final, of a chain",
    { proof_status: ["none", "found"], where: { chain: ["POLYGON"] } },
  ],
  ["an order", { where: { order_id: [`order_${serial(777)}`] } }],
  [
    "a cart, paid",
    { where: { cart_id: [`cart_${serial(777)}`], status: ["paid"] } },
  ],
  [
    "a collection",
    { where: { payment_collection_id: [`pay_col_${serial(777)}`] } },
  ],
  ["q: payment", named(`stpay_${serial(777)}`)],
  ["q: session", named(`payses_${serial(777)}`)],
  ["q: gateway", named(`gateway-${serial(777)}`)],
  ["q: reference", named(`REF-${serial(777)}`)],
  ["q: beginning of a hash", named(HASH)],
  ["q: beginning of all ids", named("stpay_")],
  ["q: nothing, by amount", { ...named("unknown"), sort: newest("amount") }],
]

const WEBHOOK_EVENTS: [what: string, input: ListInput][] = [
  ["everything", {}],
  ["everything, page 500", { offset: 9_980 }],
  ["a rare status", { where: { status: ["dead", "failed"] } }],
  [
    "rare event of a rare status",
    { where: { event: ["payment.failed"], status: ["dead"] } },
  ],
  ["of a payment", { where: { payment_id: [`stpay_${serial(777)}`] } }],
  ["one day", { created_at: { $gte: hoursAgo(48), $lt: hoursAgo(24) } }],
  ["q: webhook", named(`stwhe_${serial(777)}`)],
  ["q: session", named(`payses_${serial(777)}`)],
  ["q: event", named("payment.failed")],
  ["q: nothing", named("unknown")],
]

/** Requests to both lists, and how they are answered. */
export const LIST_REQUESTS = [
  ...PAYMENTS.map(
    ([what, input]) =>
      [
        `payments: ${what}`,
        input,
        (db: Knex) => listPayments(db, request(input), new Date()),
      ] as const
  ),
  ...WEBHOOK_EVENTS.map(
    ([what, input]) =>
      [
        `webhooks: ${what}`,
        input,
        (db: Knex) => listWebhookEvents(db, request(input)),
      ] as const
  ),
]

/** A complete request, newest first by default. */
export function request(input: ListInput): PaymentsRequest {
  return { where: {}, sort: NEWEST, limit: 20, offset: 0, ...input }
}
