import { useTranslation } from "react-i18next"
import type {
  AdminMarkRefundSent,
  AdminRefundResponse,
} from "../../../http-types"
import { useRowAction } from "../resource/use-row-action"

/** Saves the address for a refund due. */
export function useSetRefundTo(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminRefundResponse, { refund_to: string }>(
    ["refunds", id],
    () => ({ text: t("refunds.to.saved") })
  )
}

/** Closes a refund due with the proof that it was sent. */
export function useMarkRefundSent(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminRefundResponse, AdminMarkRefundSent>(
    ["refunds", id, "sent"],
    () => ({ text: t("refunds.sent.done") })
  )
}
