import { useTranslation } from "react-i18next"
import type { AdminFact, AdminPaymentDetail } from "../../../http-types"
import type { Fact } from "../../../ledger/facts"
import { useMay } from "../../lib/permissions"
import { RowLink } from "../resource/row-link"
import { useCoinsText } from "../use-coins-text"
import { TimelineItem } from "./timeline-item"

type FactItemProps = {
  fact: AdminFact
  payment: Pick<AdminPaymentDetail, "amount" | "currency" | "chain">
}

/** A fact in the timeline, with its source and effect. */
export function FactItem({ fact, payment }: FactItemProps) {
  const { t } = useTranslation("stablecoin")
  const mayReadWebhook = useMay("stablecoin_webhook:read")
  const { title, isDue } = useFactTitle({ fact, payment })
  const { kind, source, status_before, status_after, webhook_event_id } = fact
  const isPaid = status_before !== "paid" && status_after === "paid"
  const isOther = kind === "paid" && (!isDue || status_after !== "paid")
  return (
    <TimelineItem
      tone={isPaid ? "good" : isOther ? "bad" : "neutral"}
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

/** A `paid` fact names its money, and the amount due if that differs. */
function useFactTitle({ fact: { kind, money }, payment }: FactItemProps) {
  const { t } = useTranslation("stablecoin")
  const coinsText = useCoinsText()
  if (!money) {
    // A fact without a translation is shown by its name.
    const title = String(
      t(`payments.fact.${kind as Fact["kind"]}`, { defaultValue: kind })
    )
    return { title, isDue: true }
  }
  const [sum, due] = [coinsText(money), coinsText(payment)]
  const isDue = sum === due
  const title = isDue
    ? t("payments.paidFact", { sum })
    : t("payments.otherPaidFact", { sum, due })
  return { title, isDue }
}
