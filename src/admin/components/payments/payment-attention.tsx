import { Alert, Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { problemText } from "../exceptions/kind-text"
import { RefundsNotSent } from "../order/refunds-not-sent"
import { RowLink } from "../resource/row-link"
import { useRelated } from "../resource/use-related"

/** Open exceptions and unsent refunds of a payment, on top of its page. */
export function PaymentAttention({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const { rows: exceptions = [] } = useRelated("exceptions", paymentId)
  const { rows: refunds = [] } = useRelated("refunds", paymentId)
  const open = exceptions.filter(({ status }) => status === "open")
  const due = refunds.filter(({ status }) => status === "due")
  if (!open.length && !due.length) {
    return null
  }
  return (
    <Container className="divide-y overflow-hidden p-0">
      {open.map((exception) => (
        <Alert
          key={exception.id}
          role="status"
          variant="error"
          className="rounded-none border-0"
        >
          <div className="flex flex-col items-start gap-y-1">
            <span className="txt-compact-small-plus">
              {problemText(t, exception).title}
            </span>
            {problemText(t, exception).happened}
            <RowLink resource="exceptions" id={exception.id}>
              {t("payments.timeline.openException")}
            </RowLink>
          </div>
        </Alert>
      ))}
      <RefundsNotSent refunds={due} />
    </Container>
  )
}
