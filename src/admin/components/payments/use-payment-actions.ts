import { useTranslation } from "react-i18next"
import type {
  AdminCancelResponse,
  AdminSyncResponse,
} from "../../../http-types"
import { useRowAction } from "../resource/use-row-action"

/** Reconciles a payment, and shows the outcome. */
export function useSyncPayment(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminSyncResponse>(
    ["payments", id, "sync"],
    ({ payment, readable, settled }) => {
      const status = t(`payments.status.${payment.status}`)
      if (!settled) {
        return { kind: "warning", text: t("payments.sync.unsettled") }
      }
      return readable
        ? { text: t("payments.sync.readable", { status }) }
        : { kind: "info", text: t("payments.sync.unreadable", { status }) }
    }
  )
}

export function useCancelPayment(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminCancelResponse>(
    ["payments", id, "cancel"],
    ({ may_still_be_paid }) =>
      may_still_be_paid
        ? { kind: "warning", text: t("payments.cancel.abandoned") }
        : { text: t("payments.cancel.done") }
  )
}
