import { useTranslation } from "react-i18next"
import type { AdminFact, AdminPaymentDetail } from "../../../http-types"
import type { Refusal } from "../../../ledger/facts"
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
  const { source, status_before, status_after, webhook_event_id, refusal } =
    fact
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
      {refusal && <RefusalText refusal={refusal} />}
      {webhook_event_id && mayReadWebhook && (
        <RowLink resource="webhooks" id={webhook_event_id}>
          {t("payments.factWebhook")}
        </RowLink>
      )}
    </TimelineItem>
  )
}

/** The gateway's own words about a payment that it refused. */
function RefusalText({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation("stablecoin")
  const { status, said, fields = {} } = refusal
  return (
    <ul className="txt-small text-ui-fg-base break-words">
      {status && <li>{t("payments.refusal.status", { status })}</li>}
      {said && <li>{t("payments.refusal.said", { said })}</li>}
      {Object.entries(fields).map(([field, messages]) => (
        <li key={field}>
          <code>{field}</code>: {messages.join(" ")}
        </li>
      ))}
    </ul>
  )
}
