import { useTranslation } from "react-i18next"
import { useWebhookEvents } from "../../lib/webhooks"
import { useFormat } from "../../lib/use-format"
import { WebhookEventStatusBadge } from "../status-badges"
import { Related, RelatedLine } from "./related"

const LIMIT = 50

export function PaymentWebhookEvents({ paymentId }: { paymentId: string }) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  const query = useWebhookEvents({
    payment_id: paymentId,
    limit: LIMIT,
    offset: 0,
  })
  return (
    <Related
      title={t("payments.sections.webhooks")}
      none={t("payments.none.webhooks")}
      query={query}
      rows={query.data?.webhooks}
    >
      {(webhook) => (
        <RelatedLine
          drawer="webhook"
          id={webhook.id}
          title={<span className="font-mono">{webhook.event}</span>}
          subtitle={dateTime(webhook.created_at)}
          badge={<WebhookEventStatusBadge status={webhook.status} />}
        />
      )}
    </Related>
  )
}
