import type { AdminPaymentResponse } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { useMay } from "../../lib/permissions"
import { AdminLink } from "../links"
import { Section } from "../section"
import { type TimelineItem, timelineOf } from "./timeline"

export function PaymentTimeline({ payment, facts }: AdminPaymentResponse) {
  const texts = useTexts()
  const mayReadWebhook = useMay("stablecoin_webhook:read")
  const readable = mayReadWebhook
    ? facts
    : facts.map((fact) => ({ ...fact, webhook_event_id: null }))
  return (
    <Section title={texts.t("payments.sections.timeline")}>
      <ol className="px-6 py-4">
        {timelineOf(texts, { payment, facts: readable }).map((item) => (
          <Event key={item.id} {...item} />
        ))}
      </ol>
    </Section>
  )
}

/** An event, with its line to the next one. */
function Event({ title, at, source, note, refusal, link }: TimelineItem) {
  // The events of one purchase are within a minute.
  const { dateTimeToTheSecond } = useTexts()
  return (
    <li className="group grid grid-cols-[20px_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="flex flex-col items-center">
        <span className="bg-ui-bg-base shadow-borders-base flex size-5 items-center justify-center rounded-full">
          <span className="bg-ui-tag-neutral-icon size-1.5 rounded-full" />
        </span>
        <span className="bg-ui-border-base w-px flex-1 group-last:hidden" />
      </div>
      <div className="pb-4 group-last:pb-0">
        {/* The font's ligature would show 0x as 0×. */}
        <p
          className="txt-compact-small-plus text-ui-fg-base"
          style={{
            fontVariantLigatures: "none",
            fontFeatureSettings: "normal",
          }}
        >
          {title}
        </p>
        <p className="txt-small text-ui-fg-subtle">
          {source} · <time dateTime={at}>{dateTimeToTheSecond(at)}</time>
        </p>
        {note && <p className="txt-small text-ui-fg-subtle">{note}</p>}
        {refusal && <RefusalText {...refusal} />}
        {link && <AdminLink to={link.to}>{link.text}</AdminLink>}
      </div>
    </li>
  )
}

/** The gateway's own words about a payment that it refused. */
function RefusalText(props: NonNullable<TimelineItem["refusal"]>) {
  const { status, said, fields = {} } = props
  const { t } = useTexts()
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
