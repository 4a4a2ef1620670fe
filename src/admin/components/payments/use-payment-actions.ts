import { useTranslation } from "react-i18next"
import type {
  AdminCancelResponse,
  AdminSyncResponse,
} from "../../../http-types"
import { isOpen } from "../../../ledger/open"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { useRowAction } from "../resource/use-row-action"
import { shownStatus } from "../resource/statuses"

/** Reconciles a payment, and shows the outcome. */
export function useSyncPayment(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminSyncResponse>(
    ["payments", id, "sync"],
    ({ payment, readable, settled }) => {
      const status = t(`payments.status.${shownStatus(payment)}`, {
        number: payment.kept_for?.display_id,
      })
      if (!settled) {
        return { kind: "warning", text: t("payments.sync.unsettled") }
      }
      if (readable) {
        return { text: t("payments.sync.readable", { status }) }
      }
      const text = t("payments.sync.unreadable", { status })
      const isBlind = !RAIL_TRAITS[payment.rail].isReadable && isOpen(payment)
      const portal = isBlind ? ` ${t("payments.sync.portal")}` : ""
      return { kind: "info", text: `${text}${portal}` }
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
