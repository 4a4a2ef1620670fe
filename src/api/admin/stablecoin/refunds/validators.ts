import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { REFUND_STATUSES } from "../../../../modules/stablecoin/service"
import { listParams, oneOrMore, oneOrMoreOf, text } from "../list-params"

export const listRefundsParams = () =>
  listParams().extend({
    status: oneOrMoreOf(REFUND_STATUSES),
    order_id: oneOrMore(text),
    currency: oneOrMore(text),
    chain: oneOrMore(text),
  })

/** All rows with all columns: only the filters, the search and the order. */
export const exportRefundsParams = () =>
  listRefundsParams().omit({ fields: true, limit: true, offset: true })

export const getRefundParams = () => createSelectParams()

/** Formats depend on the refund's chain, so the ledger validates them. */
export const UpdateRefund = z.strictObject({ refund_to: text })

export const MarkRefundSent = z.strictObject({
  tx_hash: text,
  refund_to: text.optional(),
})

export type UpdateRefund = z.infer<typeof UpdateRefund>
export type MarkRefundSent = z.infer<typeof MarkRefundSent>
