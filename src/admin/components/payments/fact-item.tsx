import { useTranslation } from "react-i18next"
import type { AdminFact, AdminPaymentDetail } from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { RowLink } from "../resource/row-link"
import { TimelineItem } from "./timeline-item"
import { useFactTitle } from "./use-fact-title"

type FactItemProps = {
  fact: AdminFact
  payment: Pick<AdminPaymentDetail, "amount" | "currency" | "chain">
}

/** A fact in the timeline, with its source and effect. */
export function FactItem({ fact, payment }: FactItemProps) {
  const { t } = useTranslation("stablecoin")
  const mayReadWebhook = useMay("stablecoin_webhook:read")
  const { title, tone } = useFactTitle({ fact, payment })
  const { source, status_before, status_after, webhook_event_id } = fact
  return (
    <TimelineItem
      tone={tone}
      title={title}
      source={t(`payments.source.${source}`)}
      at={fact.created_at}
    >
      {status_before !== status_after && (
        <p className="txt-small text-ui-fg-subtle">
          {t("payments.factChange", {
            before: t(`payments.status.${status_before}`),
            after: t(`payments.status.${status_after}`),
          })}
        </p>
      )}
      {webhook_event_id && mayReadWebhook && (
        <RowLink resource="webhooks" id={webhook_event_id}>
          {t("payments.factWebhook")}
        </RowLink>
      )}
    </TimelineItem>
  )
}
