import { Alert } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { AdminException, AdminRefund } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { problemText } from "../exceptions/kind-text"
import { AdminLink } from "../links"

type OpenItemsProps = {
  paymentId: string
  exceptions: readonly AdminException[]
  refunds: readonly AdminRefund[]
}

/**
 * Warns of a payment's open exceptions, and of refunds whose coins the merchant
 * has not sent. Medusa shows its own refunds as done.
 */
export function OpenItems({ paymentId, exceptions, refunds }: OpenItemsProps) {
  const { t, coins } = useTexts()
  const page = `/stablecoin/payments/${paymentId}`
  // An exception about a refund due is shown as the refund itself.
  const open = exceptions.filter(
    ({ payment_id, status, kind }) =>
      payment_id === paymentId && status === "open" && kind !== "refund_due"
  )
  const due = refunds.filter(
    ({ payment_id, status }) => payment_id === paymentId && status === "due"
  )
  return (
    <>
      {open.map((exception) => {
        const { title, happened } = problemText(t, exception)
        return (
          <OpenItem key={exception.id} variant="error">
            <span className="txt-compact-small-plus">{title}</span>
            {happened}
            <AdminLink to={`${page}?exception=${exception.id}`}>
              {t("exceptions.openException")}
            </AdminLink>
          </OpenItem>
        )
      })}
      {due.map((refund) => (
        <OpenItem key={refund.id} variant="warning">
          {t(notSentKey(refund), {
            sum: coins(refund.amount, refund.currency),
          })}
          <AdminLink to={`${page}?refund=${refund.id}`}>
            {t("orderPanel.markSent")}
          </AdminLink>
        </OpenItem>
      ))}
    </>
  )
}

type OpenItemProps = { variant: "error" | "warning"; children: ReactNode }

function OpenItem({ variant, children }: OpenItemProps) {
  return (
    <Alert role="status" variant={variant} className="rounded-none border-0">
      <div className="flex flex-col items-start gap-y-1">{children}</div>
    </Alert>
  )
}

/** The text about a refund that is due: Medusa's, decided here, or automatic. */
export function notSentKey({ medusa_refund_id, exception_id }: AdminRefund) {
  return medusa_refund_id
    ? "orderPanel.notSent"
    : exception_id
      ? "orderPanel.decided"
      : "orderPanel.toSendBack"
}
