import type {
  AdminExceptionDetail,
  AdminResolveException,
  AdminResolveResponse,
} from "../../../http-types"
import { traitsOf } from "../../../ledger/exception-traits"
import { type Texts, useTexts } from "../../lib/use-texts"
import { missingText } from "../deposits/missing-money"
import { apiPath } from "../resource/api-path"
import { useAction } from "../resource/use-action"

/** @param exception as it was read, before it is resolved */
export function useResolveException(exception: AdminExceptionDetail) {
  const { t, coins, money } = useTexts()
  return useAction<AdminResolveResponse, AdminResolveException>(
    apiPath("exceptions", exception.id, "resolve"),
    ({ exception: { status, deposit }, refund }, body) => {
      if (status === "open" && !refund) {
        return { kind: "warning", text: t("exceptions.resolve.openAgain") }
      }
      if (status === "open") {
        const isUnproven = traitsOf(exception).money === "unproven"
        const text = isUnproven ? "doneUntilKnown" : "donePart"
        return { text: t(`exceptions.resolve.${text}`) }
      }
      if (body.action === "assign") {
        return { text: t("exceptions.resolve.doneAssigned") }
      }
      const kept = keptText({ t, coins }, exception, body)
      const order = deposit?.allocations.findLast((use) => use.order)?.order
      const missing = kept && missingText({ t, money }, order)
      return missing
        ? { kind: "warning", text: `${kept} ${missing}` }
        : { text: kept ?? t(`exceptions.resolve.${doneOf(body, refund)}`) }
    },
    // The form shows it.
    () => void 0
  )
}

function doneOf(
  { action }: AdminResolveException,
  refund: AdminResolveResponse["refund"]
) {
  if (refund) {
    return refund.status === "sent" ? "doneSent" : "doneWithRefund"
  }
  return action === "retry" ? "doneAgain" : "done"
}

/** The money that is kept now, and the order that it is for; null for none. */
function keptText(
  { t, coins }: Pick<Texts, "t" | "coins">,
  { kind, refund, held }: AdminExceptionDetail,
  body: AdminResolveException
): string | null {
  const isVoid = kind === "refund_due"
  const kept = isVoid ? refund : held
  if (!kept || body.action !== "close" || !(body.order_id ?? body.kept)) {
    return null
  }
  const number = /^#?(\d+)$/.exec(body.order_id ?? "")?.[1]
  return t(
    `exceptions.resolve.${isVoid ? "doneVoid" : "doneKept"}${body.order_id ? "For" : ""}`,
    {
      sum: coins(kept.amount, kept.currency),
      order: number ? `#${number}` : t("exceptions.resolve.theOrder"),
    }
  )
}
