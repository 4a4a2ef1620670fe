import type {
  AdminExceptionDetail,
  AdminResolveException,
} from "../../../http-types"
import type { ExceptionResolution } from "../../../ledger/exceptions"

/** The values of the form that resolves an exception. */
export type ResolveValues = {
  action: ExceptionResolution | ""
  note: string
  /** Whether the merchant has sent the money back already. */
  is_sent: boolean
  tx_hash: string
  amount: string
  reason: string
  refund_to: string
}

/**
 * Converts the form's values to the API's body. Blank fields are left out, and
 * the API applies its defaults.
 */
export function resolutionOf(
  { action, is_sent, ...typed }: ResolveValues,
  { details }: Pick<AdminExceptionDetail, "details">
): AdminResolveException {
  const { note, tx_hash, ...rest } = Object.fromEntries(
    Object.entries(typed).map(([key, text]) => [key, text.trim()])
  ) as Omit<ResolveValues, "action" | "is_sent">
  const { amount, refund_to, reason } = given(rest)
  switch (action) {
    case "retry":
      return { action, note }
    case "refund":
      return { action, note, refund: given({ amount, reason, refund_to }) }
    default:
      return {
        action: "close",
        note,
        ...(is_sent
          ? { sent: { tx_hash, ...given({ amount, refund_to }) } }
          : {}),
        ...(details?.count ? { count: Number(details.count) } : {}),
      }
  }
}

function given<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, text]) => text)
  ) as Partial<T>
}
