import { Alert } from "@medusajs/ui"
import type { AdminRefund } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { AdminLink } from "../links"

/**
 * Warns of refunds whose coins the merchant has not sent. Medusa shows its own
 * as done.
 */
export function RefundsNotSent({ refunds }: { refunds: AdminRefund[] }) {
  const { t, coins } = useTexts()
  const due = refunds.filter(({ status }) => status === "due")
  return due.map((refund) => (
    <Alert
      key={refund.id}
      role="status"
      variant="warning"
      className="rounded-none border-0"
    >
      <div className="flex flex-col items-start gap-y-1">
        {t(notSentKey(refund), { sum: coins(refund.amount, refund.currency) })}
        <AdminLink to={`/stablecoin/refunds?refund=${refund.id}`}>
          {t("orderPanel.markSent")}
        </AdminLink>
      </div>
    </Alert>
  ))
}

/** The text about a refund that is due: Medusa's, decided here, or automatic. */
export function notSentKey({
  medusa_refund_id,
  exception_id,
}: Pick<AdminRefund, "medusa_refund_id" | "exception_id">) {
  return medusa_refund_id
    ? "orderPanel.notSent"
    : exception_id
      ? "orderPanel.decided"
      : "orderPanel.toSendBack"
}
