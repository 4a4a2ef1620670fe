import type {
  AdminExceptionDetail,
  AdminResolveException,
} from "../../../http-types"
import type { ExceptionResolution } from "../../../ledger/exceptions"
import { decimalOf } from "./refund-amount"
import type { Whereabouts } from "./resolutions"

/** The values of the form that resolves an exception. */
export type ResolveValues = {
  action: ExceptionResolution | ""
  note: string
  /** Where the money of a closed exception is. */
  whereabouts: Whereabouts | ""
  order_id: string
  kept: string
  payment_id: string
  tx_hash: string
  amount: string
  reason: string
  refund_to: string
  shared_transfer?: boolean
}

/**
 * Converts the form's values to the API's body. Blank fields are left out, and
 * the API applies its defaults.
 */
export function resolutionOf(
  {
    action,
    whereabouts,
    other_customer,
    shared_transfer,
    ...typed
  }: ResolveValues & { other_customer?: boolean },
  { held: known }: Pick<AdminExceptionDetail, "held">
): AdminResolveException {
  const { note, tx_hash, order_id, kept, payment_id, ...rest } =
    Object.fromEntries(
      Object.entries(typed).map(([key, text]) => [key, text.trim()])
    ) as Omit<ResolveValues, "action" | "whereabouts" | "shared_transfer">
  const { amount, refund_to, reason } = given({
    ...rest,
    amount: decimalOf(rest.amount),
  })
  const read = { note, ...(known ? { held: known.amount } : {}) }
  const where = {
    "": {},
    sent: {
      sent: { tx_hash, ...given({ amount, refund_to, shared_transfer }) },
    },
    order_id: { order_id, ...(other_customer && { other_customer }) },
    kept: { kept },
  }
  switch (action) {
    case "retry":
      return { action, note }
    case "refund":
      return { action, ...read, refund: given({ amount, reason, refund_to }) }
    case "assign":
      return { action, ...read, payment_id }
    default:
      return {
        action: "close",
        ...read,
        ...where[whereabouts],
      }
  }
}

function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, text]) => text)
  ) as Partial<T>
}
