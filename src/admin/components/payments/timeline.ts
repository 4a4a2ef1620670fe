import type * as Api from "../../../http-types"
import type { Fact, Refusal } from "../../../ledger/facts"
import { shorten } from "../../lib/format"
import type { Texts } from "../../lib/use-texts"

/** One event of a payment's life, in the ledger or in Medusa. */
export type TimelineItem = {
  id: string
  /** ISO 8601. */
  at: string
  title: string
  /** Its origin. */
  source: string
  note?: string | null
  /** The gateway's own words. */
  refusal?: Refusal | null
  link?: { to: string; text: string } | null
}

/**
 * Merges a payment's facts with its order and its capture in Medusa, newest
 * first.
 */
export function timelineOf(
  texts: Texts,
  { payment, facts }: Api.AdminPaymentResponse
): TimelineItem[] {
  return [
    ...facts.map((fact) => factItem(texts, fact, payment)),
    ...medusaItems(texts, payment),
  ]
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .reverse()
}

/** A fact, with its source and effect. */
function factItem(
  texts: Texts,
  fact: Api.AdminFact,
  payment: Api.AdminPaymentDetail
): TimelineItem {
  const { t } = texts
  const { status_before, status_after, webhook_event_id } = fact
  return {
    id: fact.id,
    at: fact.created_at,
    source: t(`payments.source.${fact.source}`),
    title: titleOf(texts, fact, payment),
    note:
      status_before === status_after
        ? null
        : t("payments.factChange", {
            before: t(`payments.status.${status_before}`),
            after: t(`payments.status.${status_after}`),
          }),
    refusal: fact.refusal,
    link: webhook_event_id
      ? { to: `?webhook=${webhook_event_id}`, text: t("payments.factWebhook") }
      : null,
  }
}

function titleOf(
  { t, count, coinsText }: Texts,
  { kind, money, proof, transfer }: Api.AdminFact,
  payment: Api.AdminPaymentDetail
): string {
  if (money) {
    const [sum, due] = [coinsText(money), coinsText(payment)]
    return sum === due
      ? t("payments.paidFact", { sum })
      : t("payments.otherPaidFact", { sum, due })
  }
  if (proof) {
    const { status, block_number, sender } = proof
    return t(`proof.fact.${status}`, {
      block: block_number === null ? "—" : count(block_number),
      sender: sender ? shorten(sender) : "—",
    })
  }
  if (transfer) {
    const { sender } = transfer
    return t("proof.fact.seen", {
      sum: coinsText(transfer),
      sender: sender ? shorten(sender) : "—",
    })
  }
  // A fact without a translation is shown by its name.
  return String(
    t(`payments.fact.${kind as Fact["kind"]}`, { defaultValue: kind })
  )
}

/** The order and the capture of a payment in Medusa, if they happened. */
function medusaItems(
  { t }: Texts,
  { order, ordered_at, captured_at }: Api.AdminPaymentDetail
): TimelineItem[] {
  const source = "Medusa"
  const items: TimelineItem[] = []
  if (order && ordered_at) {
    items.push({
      id: "ordered",
      at: ordered_at,
      source,
      title: t("payments.timeline.ordered", { number: order.display_id }),
      link: {
        to: `/orders/${order.id}`,
        text: t("payments.timeline.openOrder"),
      },
    })
  }
  if (captured_at) {
    const title = t("payments.timeline.captured")
    items.push({ id: "captured", at: captured_at, source, title })
  }
  return items
}
