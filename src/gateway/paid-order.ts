import type { PaidDetails } from "../ledger/payment"
import { describeIssues } from "./issues"
import { exactAmountSchema } from "./exact-amount"
import { paidOrderSchema, tolerant } from "./schemas"
import { dropAbsent, type PaidReport } from "./webhook-report"

const paidOrderAnswerSchema = paidOrderSchema
  .extend({ amount: exactAmountSchema })
  .refine(({ chain, payment }) => (payment?.chain ?? chain) === chain, {
    path: ["payment", "chain"],
    message: "differs from data.chain",
  })

/** Makes a forgotten value a type error. */
type EveryDetail = { [Detail in keyof Required<PaidDetails>]: unknown }

const netAmountSchema = tolerant(exactAmountSchema)

/**
 * Parses a paid order from a webhook or a read. The same fault gives the same
 * sentence from either source, so that it opens one exception.
 */
export function readPaidOrder(
  data: unknown
): { paid: PaidReport } | { malformed: string } {
  const read = paidOrderAnswerSchema.safeParse(data)
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
      reference: payment?.reference,
      net_amount: netAmountSchema.parse(payment?.net_amount),
      tx_hash: payment?.tx_hash ?? undefined,
    }),
  }
}
