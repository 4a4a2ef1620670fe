import type * as Api from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { apiPath } from "../resource/resources"
import { useAction } from "../resource/requests"

/** @param exception as it was read, before it is resolved */
export function useResolveException({
  id,
  held,
  refund,
}: Api.AdminExceptionDetail) {
  const { t, coinsText } = useTexts()
  return useAction<Api.AdminResolveResponse, Api.AdminResolveException>(
    apiPath("exceptions", id, "resolve"),
    ({ exception: { status }, ...opened }, body) => {
      if (status === "open") {
        return opened.refund
          ? { text: t("exceptions.resolve.donePart") }
          : { kind: "warning", text: t("exceptions.resolve.openAgain") }
      }
      const kept = held ?? refund
      const sum = kept && coinsText(kept)
      const order = body.action === "close" && body.order_id
      return {
        text: t(`exceptions.resolve.done.${doneBy(body)}`, { sum, order }),
      }
    },
    // The form shows it.
    () => void 0
  )
}

/** The text about a decision that resolved an exception. */
function doneBy(body: Api.AdminResolveException) {
  if (body.action !== "close") {
    return body.action
  }
  const { sent, order_id, kept } = body
  return sent ? "sent" : order_id ? "order_id" : kept ? "kept" : "close"
}
