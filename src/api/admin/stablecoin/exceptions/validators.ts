import { z } from "@medusajs/framework/zod"
import type { AdminResolveException } from "../../../../http-types"
import { RESOLUTIONS } from "../../../../ledger"
import { text } from "../list-params"
import { MarkRefundSent } from "../refunds/validators"

/** Findings or actions of the merchant. */
const note = text.trim().min(1).max(2000)

const amount = z
  .string()
  .regex(/^\d{1,30}(\.\d{1,2})?$/, {
    error: 'must be a decimal with at most two digits, such as "10.50"',
  })
  .optional()

const refund_to = text.optional()

/** An exact decimal, as the API has returned it. */
const held = z
  .string()
  .regex(/^\d{1,30}(\.\d{1,30})?$/, { error: "must be held.amount as read" })
  .optional()

export const resolveException = () =>
  z.discriminatedUnion(
    "action",
    [
      z.strictObject({ action: z.literal("retry"), note, held }),
      z.strictObject({
        action: z.literal("refund"),
        note,
        held,
        refund: z
          .strictObject({
            amount,
            reason: text.trim().min(1).max(500).optional(),
            refund_to,
          })
          .optional(),
      }),
      z.strictObject({
        action: z.literal("assign"),
        note,
        held,
        payment_id: text,
      }),
      z.strictObject({
        action: z.literal("close"),
        note,
        held,
        sent: MarkRefundSent.extend({ amount }).optional(),
        order_id: text.optional(),
        other_customer: z.boolean().optional(),
        kept: text.trim().min(1).max(500).optional(),
      }),
    ],
    { error: `action must be one of ${RESOLUTIONS.join(", ")}` }
  ) satisfies z.ZodType<AdminResolveException>
