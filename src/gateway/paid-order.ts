import type { PaidDetails } from "../ledger/payment"
import { describeIssues } from "./json"
import { orderStateSchema, paidOrderSchema } from "./schemas"
import {
  dropAbsent,
  type GatewayReport,
  type PaidReport,
} from "./webhook-report"

const paidSchema = paidOrderSchema.refine(
  ({ chain, payment }) => (payment.chain ?? chain) === chain,
  { path: ["payment", "chain"], message: "differs from data.chain" }
)

/** Makes a forgotten value a type error. */
type EveryDetail = { [Detail in keyof Required<PaidDetails>]: unknown }

type ReadPaid = { paid: PaidReport } | { malformed: string }

/**
 * Parses a paid order from a webhook or a read. The same fault gives the same
 * sentence from either source, so that it opens one exception.
 */
export function readPaidOrder(data: unknown): ReadPaid {
  const read = paidSchema.safeParse(data)
  if (!read.success) {
    const issues = describeIssues(read.error, ["data"])
    return { malformed: `The paid order lacks required fields: ${issues}.` }
  }
  const { amount, currency, chain, mode, paid_at, payment } = read.data
  return {
    paid: dropAbsent<PaidReport & EveryDetail>({
      amount,
      currency,
      chain,
      mode,
      paid_at,
      reference: payment.reference,
      net_amount: payment.net_amount,
      tx_hash: payment.tx_hash,
    }),
  }
}

const OUTCOMES: ReadonlyMap<string, GatewayReport["outcome"]> = new Map([
  ["pending", "created"],
  ["paid", "paid"],
  ["cancelled", "cancelled"],
])

/** Fields other than id and status are required only if the order is `paid`. */
export const orderReportSchema = orderStateSchema
  .refine(({ order_id, status }) => order_id || status === "paid", {
    path: ["order_id"],
    message: "is missing",
  })
  .transform((order): GatewayReport => {
    const outcome = OUTCOMES.get(order.status) ?? "unknown"
    return dropAbsent({
      outcome,
      gateway_id: order.order_id,
      ...(outcome === "paid" ? readPaidOrder(order) : {}),
    })
  })
