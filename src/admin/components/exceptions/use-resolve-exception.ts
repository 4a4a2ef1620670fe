import { useTranslation } from "react-i18next"
import type {
  AdminResolveException,
  AdminResolveResponse,
} from "../../../http-types"
import { useRowAction } from "../resource/use-row-action"

export function useResolveException(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminResolveResponse, AdminResolveException>(
    ["exceptions", id, "resolve"],
    ({ exception, refund }) => {
      if (exception.status === "open" && refund) {
        return { text: t("exceptions.resolve.donePart") }
      }
      if (exception.status === "open") {
        return { kind: "warning", text: t("exceptions.resolve.openAgain") }
      }
      return { text: t(`exceptions.resolve.${doneOf({ exception, refund })}`) }
    }
  )
}

function doneOf({ exception, refund }: AdminResolveResponse) {
  if (refund) {
    return refund.status === "sent" ? "doneSent" : "doneWithRefund"
  }
  return exception.resolution === "retry" ? "doneAgain" : "done"
}
