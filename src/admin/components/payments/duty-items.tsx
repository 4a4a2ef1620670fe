import { useTranslation } from "react-i18next"
import { useFormat } from "../../lib/use-format"
import { By } from "../by"
import { problemText } from "../exceptions/kind-text"
import { reasonText } from "../reason-text"
import { RowLink } from "../resource/row-link"
import type { ExceptionEntry, RefundEntry } from "./timeline"
import { TimelineItem } from "./timeline-item"

/** The opening of an exception in the timeline, or its resolution. */
export function ExceptionItem({
  entry: { kind, at, exception },
}: {
  entry: ExceptionEntry
}) {
  const { t } = useTranslation("stablecoin")
  const isResolved = kind === "resolved"
  const { resolved_by, note } = exception
  return (
    <TimelineItem
      tone={isResolved ? "good" : "bad"}
      title={t(`payments.timeline.${kind}`, {
        title: problemText(t, exception).title,
      })}
      source={isResolved && resolved_by ? <By id={resolved_by} /> : undefined}
      at={at}
    >
      {isResolved && note && <Note>{note}</Note>}
      <RowLink resource="exceptions" id={exception.id}>
        {t("payments.timeline.openException")}
      </RowLink>
    </TimelineItem>
  )
}

/** A refund in the timeline: due, sent or void. */
export function RefundItem({
  entry: { kind, at, refund },
}: {
  entry: RefundEntry
}) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  const { amount, currency, sent_by } = refund
  const reason = reasonText(t, refund.reason)
  return (
    <TimelineItem
      tone={kind === "sent" ? "good" : kind === "due" ? "bad" : "neutral"}
      title={t(`payments.timeline.${kind}`, { sum: coins(amount, currency) })}
      source={kind === "sent" && sent_by ? <By id={sent_by} /> : undefined}
      at={at}
    >
      {kind === "due" && reason && <Note>{reason}</Note>}
      <RowLink resource="refunds" id={refund.id}>
        {t("payments.timeline.openRefund")}
      </RowLink>
    </TimelineItem>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p className="txt-small text-ui-fg-subtle whitespace-pre-line break-words">
      {children}
    </p>
  )
}
