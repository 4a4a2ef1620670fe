import { useTranslation } from "react-i18next"
import { useExceptions } from "../../lib/exceptions"
import { useFormat } from "../../lib/use-format"
import { useKindText } from "../../lib/use-kind-text"
import { ExceptionStatusBadge } from "../status-badges"
import { Related, RelatedLine } from "./related"

/** Far more than a payment is expected to have. */
const LIMIT = 50

export function PaymentExceptions({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  const kindText = useKindText()
  const query = useExceptions({
    payment_id: paymentId,
    limit: LIMIT,
    offset: 0,
  })
  return (
    <Related
      title={t("payments.sections.exceptions")}
      none={t("payments.none.exceptions")}
      query={query}
      rows={query.data?.exceptions}
    >
      {(exception) => {
        const { title } = kindText(exception.kind)
        return (
          <RelatedLine
            drawer="exception"
            id={exception.id}
            title={title}
            subtitle={dateTime(exception.created_at)}
            badge={<ExceptionStatusBadge status={exception.status} />}
          />
        )
      }}
    </Related>
  )
}
