import { z } from "@medusajs/framework/zod"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { EXCEPTION_KINDS } from "../../../../ledger"
import { listParams, oneOrMoreOf, text } from "../list-params"

export const listExceptionsParams = () =>
  listParams().extend({
    status: oneOrMoreOf(["open", "resolved"]),
    kind: oneOrMoreOf(EXCEPTION_KINDS),
  })

export const getExceptionParams = () => createSelectParams()

export const resolveException = () =>
  z.strictObject({
    /** What was done about it. */
    note: text.trim().min(1).max(2000),
    /** Opens a refund due of what is held because of it: all, or `amount`. */
    refund: z
      .strictObject({
        amount: z
          .string()
          .regex(/^\d{1,30}(\.\d{1,2})?$/, {
            error: 'must be a decimal with at most two digits, such as "10.50"',
          })
          .optional(),
        reason: text.trim().min(1).max(500).optional(),
        refund_to: text.optional(),
      })
      .optional(),
  })

export type ResolveException = z.infer<ReturnType<typeof resolveException>>
