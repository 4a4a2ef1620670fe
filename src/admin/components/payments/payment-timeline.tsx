import { useTranslation } from "react-i18next"
import type { AdminPaymentResponse } from "../../../http-types"
import { useRelated } from "../resource/use-related"
import { Section } from "../section"
import { ExceptionItem, RefundItem } from "./duty-items"
import { FactItem } from "./fact-item"
import { MedusaItem } from "./medusa-item"
import { type TimelineEntry, timelineOf } from "./timeline"

/**
 * The life of a payment, newest first: its facts, its capture and order in
 * Medusa, its exceptions and its refunds.
 */
export function PaymentTimeline({ payment, facts }: AdminPaymentResponse) {
  const { t } = useTranslation("stablecoin")
  const { rows: exceptions = [] } = useRelated("exceptions", payment.id)
  const { rows: refunds = [] } = useRelated("refunds", payment.id)
  const itemOf = (entry: TimelineEntry) => {
    switch (entry.kind) {
      case "fact":
        return (
          <FactItem key={entry.fact.id} fact={entry.fact} payment={payment} />
        )
      case "ordered":
      case "captured":
        return <MedusaItem key={entry.kind} entry={entry} />
      case "opened":
      case "resolved":
        return (
          <ExceptionItem
            key={`${entry.exception.id}:${entry.kind}`}
            entry={entry}
          />
        )
      default:
        return (
          <RefundItem key={`${entry.refund.id}:${entry.kind}`} entry={entry} />
        )
    }
  }
  return (
    <Section title={t("payments.sections.timeline")}>
      <ol className="px-6 py-4">
        {timelineOf({ payment, facts, exceptions, refunds }).map(itemOf)}
      </ol>
    </Section>
  )
}
