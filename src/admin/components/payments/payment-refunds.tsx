import { useTranslation } from "react-i18next"
import { useRefunds } from "../../lib/refunds"
import { useFormat } from "../../lib/use-format"
import { RefundStatusBadge } from "../status-badges"
import { Related, RelatedLine } from "./related"

const LIMIT = 50

export function PaymentRefunds({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const { coins, dateTime } = useFormat()
  const query = useRefunds({ payment_id: paymentId, limit: LIMIT, offset: 0 })
  return (
    <Related
      title={t("payments.sections.refunds")}
      none={t("payments.none.refunds")}
      query={query}
      rows={query.data?.refunds}
    >
      {(refund) => {
        const sum = coins(refund.amount, refund.currency)
        return (
          <RelatedLine
            drawer="refund"
            id={refund.id}
            title={sum}
            subtitle={[dateTime(refund.created_at), refund.reason]
              .filter(Boolean)
              .join(" · ")}
            badge={<RefundStatusBadge status={refund.status} />}
          />
        )
      }}
    </Related>
  )
}
