import { useTranslation } from "react-i18next"
import type { AdminFact } from "../../../http-types"
import type { Fact } from "../../../ledger/facts"
import { useMay } from "../../lib/permissions"
import { useFormat } from "../../lib/use-format"
import { RowLink } from "../resource/row-link"
import { Nothing, Section } from "../section"

/** The facts about a payment, newest first, each with its source and effect. */
export function PaymentTimeline({ facts }: { facts: AdminFact[] }) {
  const { t } = useTranslation("stablecoin")
  return (
    <Section title={t("payments.sections.timeline")}>
      {facts.length ? (
        <ol className="px-6 py-4">
          {[...facts].reverse().map((fact) => (
            <FactItem key={fact.id} fact={fact} />
          ))}
        </ol>
      ) : (
        <Nothing>{t("payments.none.facts")}</Nothing>
      )}
    </Section>
  )
}

function FactItem({ fact }: { fact: AdminFact }) {
  const { t } = useTranslation("stablecoin")
  // The facts of one purchase arrive within a minute.
  const { dateTimeToTheSecond } = useFormat()
  const mayReadWebhook = useMay("stablecoin_webhook:read")
  const { webhook_event_id, status_before, status_after } = fact
  return (
    <li className="group grid grid-cols-[20px_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="flex flex-col items-center">
        <span className="bg-ui-bg-base shadow-borders-base flex size-5 items-center justify-center rounded-full">
          <span className="bg-ui-tag-neutral-icon group-first:bg-ui-tag-green-icon size-1.5 rounded-full" />
        </span>
        <span className="bg-ui-border-base w-px flex-1 group-last:hidden" />
      </div>
      <div className="pb-4 group-last:pb-0">
        <p className="txt-compact-small-plus text-ui-fg-base">
          {/* A fact without a translation is shown by its name. */}
          {t(`payments.fact.${fact.kind as Fact["kind"]}`, {
            defaultValue: fact.kind,
          })}
        </p>
        <p className="txt-small text-ui-fg-subtle">
          {t(`payments.source.${fact.source}`)} ·{" "}
          <time dateTime={fact.created_at}>
            {dateTimeToTheSecond(fact.created_at)}
          </time>
        </p>
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
      </div>
    </li>
  )
}
