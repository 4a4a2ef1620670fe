import { z } from "@medusajs/framework/zod"
import { REFUND_STATUSES } from "../../../../modules/stablecoin/service"
import { listParams, oneOrMore, oneOrMoreOf, text } from "../list-params"

export const listRefundsParams = () =>
  listParams().extend({
    status: oneOrMoreOf(REFUND_STATUSES),
    order_id: oneOrMore(text),
    currency: oneOrMore(text),
    chain: oneOrMore(text),
  })

/** Formats depend on the refund's chain, so the ledger validates them. */
export const UpdateRefund = z.strictObject({ refund_to: text })

export const MarkRefundSent = z.strictObject({
  tx_hash: text,
  refund_to: text.optional(),
})

export type UpdateRefund = z.infer<typeof UpdateRefund>
export type MarkRefundSent = z.infer<typeof MarkRefundSent>
