import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { AdminLink } from "../admin-link"

/**
 * Warns of refunds whose coins the merchant has not sent. Medusa shows its own
 * as done.
 */
export function RefundsNotSent({ refunds }: { refunds: AdminRefund[] }) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  const due = refunds.filter(({ status }) => status === "due")
  return due.map(({ id, amount, currency, medusa_refund_id }) => (
    <Alert
      key={id}
      role="status"
      variant="warning"
      className="rounded-none border-0"
    >
      <div className="flex flex-col items-start gap-y-1">
        {t(`orderPanel.${medusa_refund_id ? "notSent" : "toSendBack"}`, {
          sum: coins(amount, currency),
        })}
        <AdminLink to={`/stablecoin/refunds?refund=${id}`}>
          {t("orderPanel.markSent")}
        </AdminLink>
      </div>
    </Alert>
  ))
}
