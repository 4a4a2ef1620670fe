import { z } from "@medusajs/framework/zod"
import type { AdminMarkRefundSent } from "../../../../http-types"
import { text } from "../list-params"

/** Formats depend on the refund's chain, so the ledger validates them. */
export const UpdateRefund = z.strictObject({ refund_to: text })

export const MarkRefundSent = z.strictObject({
  tx_hash: text,
  refund_to: text.optional(),
  shared_transfer: z.boolean().optional(),
}) satisfies z.ZodType<AdminMarkRefundSent>

export type UpdateRefund = z.infer<typeof UpdateRefund>
export type MarkRefundSent = z.infer<typeof MarkRefundSent>
