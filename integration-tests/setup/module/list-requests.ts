import { createHash } from "node:crypto"
import type { ListRequest } from "../../../src/modules/stablecoin/repository/lists/list"
import { hoursAgo, serial } from "../../../harness/postgres/big-ledger"

export type ListInput = Partial<ListRequest>

/** The hash of one payment, if it is paid. */
const HASH = `0x${createHash("md5").update("777").digest("hex")}`

const NEWEST = { by: "created_at", direction: "desc" } as const
const oldest = (by: string) => ({ by, direction: "asc" }) as const
const newest = (by: string) => ({ by, direction: "desc" }) as const

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
  ["never answered", { where: { never_answered: ["true"] } }],
  [
    "never answered, the oldest",
    { where: { never_answered: ["true"] }, sort: oldest("created_at") },
  ],
  ["need attention", { where: { needs_attention: ["true"] } }],
  [
    "need attention, by amount",
    { where: { needs_attention: ["true"] }, sort: newest("amount") },
  ],
  [
    "contradicted or not final",
    { where: { proof_status: ["contradicted", "found"] } },
  ],
  [
    "contradicted, by amount",
    { where: { proof_status: ["contradicted"] }, sort: newest("amount") },
  ],
  ["proven", { where: { proof_status: ["proven"] } }],
  [
    "no answer or not final, of a chain",
    { where: { proof_status: ["none", "found"], chain: ["POLYGON"] } },
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
  ["q: payment", { q: `stpay_${serial(777)}` }],
  ["q: session", { q: `payses_${serial(777)}` }],
  ["q: gateway", { q: `gateway-${serial(777)}` }],
  ["q: reference", { q: `REF-${serial(777)}` }],
  ["q: hash", { q: HASH }],
  ["q: nothing, by amount", { q: "unknown", sort: newest("amount") }],
]

/** A complete request, newest first by default. */
export function request(input: ListInput): ListRequest {
  return { where: {}, sort: NEWEST, limit: 20, offset: 0, ...input }
}
