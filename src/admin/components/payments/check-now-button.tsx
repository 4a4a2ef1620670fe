import { ArrowPath } from "@medusajs/icons"
import { Button } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPayment, AdminSyncResponse } from "../../../http-types"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { useMay } from "../../lib/permissions"
import { isOpen } from "../../../ledger/open"
import { apiPath } from "../resource/api-path"
import { useAction } from "../resource/use-action"
import { shownStatus } from "../resource/statuses"

/**
 * Reconciles a payment immediately, or only settles it again if it can't be
 * read from the gateway. For users whose role may update payments.
 */
export function CheckNowButton({
  payment: { id, rail },
}: {
  payment: Pick<AdminPayment, "id" | "rail">
}) {
  const { t } = useTranslation("stablecoin")
  const mayUpdate = useMay("stablecoin_payment:update")
  const sync = useAction<AdminSyncResponse>(
    apiPath("payments", id, "sync"),
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
  if (!mayUpdate) {
    return null
  }
  return (
    <Button
      size="small"
      variant="secondary"
      isLoading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      <ArrowPath />
      {t(
        `payments.actions.${RAIL_TRAITS[rail].isReadable ? "sync" : "settle"}`
      )}
    </Button>
  )
}
