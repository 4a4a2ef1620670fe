import { useTexts } from "../../lib/use-texts"
import { problemText } from "../exceptions/kind-text"
import {
  ExceptionStatusBadge,
  WebhookStatusBadge,
} from "../resource/status-badges"
import { reasonText } from "../reason-text"
import { RefundBadges } from "../refunds/refund-badges"
import { RelatedRows } from "./related-rows"

/** The exceptions, refunds and webhooks of a payment. */
export function PaymentRelated({ paymentId }: { paymentId: string }) {
  const { t, coins, dateTime } = useTexts()
  return (
    <>
      <RelatedRows
        resource="exceptions"
        paymentId={paymentId}
        line={({ status, created_at, ...problem }) => ({
          title: problemText(t, problem).title,
          subtitle: dateTime(created_at),
          badge: <ExceptionStatusBadge status={status} />,
        })}
      />
      <RelatedRows
        resource="refunds"
        paymentId={paymentId}
        line={(refund) => ({
          title: coins(refund.amount, refund.currency),
          subtitle: [dateTime(refund.created_at), reasonText(t, refund.reason)]
            .filter(Boolean)
            .join(" · "),
          badge: <RefundBadges refund={refund} />,
        })}
      />
      <RelatedRows
        resource="webhooks"
        paymentId={paymentId}
        line={({ event, status, created_at }) => ({
          title: <span className="font-mono">{event}</span>,
          subtitle: dateTime(created_at),
          badge: <WebhookStatusBadge status={status} />,
        })}
      />
    </>
  )
}
