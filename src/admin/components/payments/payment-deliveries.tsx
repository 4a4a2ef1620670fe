import { useTranslation } from "react-i18next"
import { useDeliveries } from "../../lib/deliveries"
import { useFormat } from "../../lib/use-format"
import { DeliveryStatusBadge } from "../status-badges"
import { Related, RelatedLine } from "./related"

const LIMIT = 50

export function PaymentDeliveries({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  const query = useDeliveries({
    payment_id: paymentId,
    limit: LIMIT,
    offset: 0,
  })
  return (
    <Related
      title={t("payments.sections.deliveries")}
      none={t("payments.none.deliveries")}
      query={query}
      rows={query.data?.deliveries}
    >
      {(delivery) => (
        <RelatedLine
          drawer="delivery"
          id={delivery.id}
          title={<span className="font-mono">{delivery.event}</span>}
          subtitle={dateTime(delivery.created_at)}
          badge={<DeliveryStatusBadge status={delivery.status} />}
        />
      )}
    </Related>
  )
}
