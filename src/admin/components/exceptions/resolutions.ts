import type { AdminExceptionDetail } from "../../../http-types"
import type { ExceptionResolution } from "../../../ledger/exceptions"
import { retryOf } from "../../../ledger/resolving"
import { isRefundable } from "./money-received"

type Resolvable = Pick<
  AdminExceptionDetail,
  "kind" | "details" | "payment_id" | "rail" | "held"
>

/** How an exception can be retried, or null if it can't. */
export function retryOfException({
  kind,
  rail,
}: Pick<Resolvable, "kind" | "rail">) {
  return retryOf(kind, rail && { rail })
}

/** The resolutions that a merchant may choose, by the exception's kind. */
export function actionsFor(exception: Resolvable): ExceptionResolution[] {
  return [
    ...(retryOfException(exception) ? (["retry"] as const) : []),
    ...(exception.held && isRefundable(exception) ? (["refund"] as const) : []),
    "close",
  ]
}
