import type {
  AdminException,
  AdminFact,
  AdminPaymentDetail,
  AdminRefund,
} from "../../../http-types"
import type { Fact, Refusal } from "../../../ledger/facts"
import { shorten } from "../../lib/format"
import type { Texts } from "../../lib/use-texts"
import { problemText } from "../exceptions/kind-text"
import { reasonText } from "../reason-text"

export type Tone = "good" | "bad" | "neutral"

/** One event of a payment's life, in the ledger or in Medusa. */
export type TimelineItem = {
  id: string
  /** ISO 8601. */
  at: string
  tone: Tone
  title: string
  /** Its origin. */
  source?: string
  /** The user or API key behind it. */
  author?: string | null
  note?: string | null
  /** The gateway's own words. */
  refusal?: Refusal | null
  link?: { to: string; text: string } | null
}

type Records = {
  payment: AdminPaymentDetail
  facts: readonly AdminFact[]
  exceptions: readonly AdminException[]
  refunds: readonly AdminRefund[]
}

/**
 * Merges a payment's facts, its capture and order in Medusa, its exceptions and
 * its refunds, newest first.
 */
export function timelineOf(
  texts: Texts,
  { payment, facts, exceptions, refunds }: Records
): TimelineItem[] {
  return [
    ...facts.map((fact) => factItem(texts, fact, payment)),
    ...medusaItems(texts, payment),
    ...exceptions.flatMap((exception) => exceptionItems(texts, exception)),
    ...refunds.flatMap((refund) => refundItems(texts, refund)),
  ]
    .filter((item): item is TimelineItem => item.at !== null)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .reverse()
}

/** A fact, with its source and effect. */
function factItem(
  texts: Texts,
  fact: AdminFact,
  payment: AdminPaymentDetail
): TimelineItem {
  const { t } = texts
  const { status_before, status_after, webhook_event_id } = fact
  return {
    id: fact.id,
    at: fact.created_at,
    source: t(`payments.source.${fact.source}`),
    ...titleOf(texts, fact, payment),
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

const PROOF_TONES: Record<NonNullable<AdminFact["proof"]>["status"], Tone> = {
  not_found: "neutral",
  found: "neutral",
  contradicted: "bad",
  proven: "good",
}

/** The title of a fact, and whether it is good news. */
function titleOf(
  { t, count, coinsText }: Texts,
  fact: AdminFact,
  payment: AdminPaymentDetail
): { title: string; tone: Tone } {
  const { kind, money, proof, transfer, status_before, status_after } = fact
  const isPaid = status_before !== "paid" && status_after === "paid"
  const isOther = kind === "paid" && status_after !== "paid"
  const tone = isPaid ? "good" : isOther ? "bad" : "neutral"
  if (money) {
    const [sum, due] = [coinsText(money), coinsText(payment)]
    const isDue = sum === due
    return {
      title: isDue
        ? t("payments.paidFact", { sum })
        : t("payments.otherPaidFact", { sum, due }),
      tone: isDue || isPaid ? tone : "bad",
    }
  }
  if (proof) {
    const { status, block_number, sender } = proof
    return {
      title: t(`proof.fact.${status}`, {
        block: block_number === null ? "—" : count(block_number),
        sender: sender ? shorten(sender) : "—",
      }),
      tone: PROOF_TONES[status],
    }
  }
  if (transfer) {
    const { amount, coin: currency, chain, from } = transfer
    return {
      title: t("proof.fact.seen", {
        sum: coinsText({ amount, currency, chain }),
        sender: from ? shorten(from) : "—",
      }),
      tone: "bad",
    }
  }
  // A fact without a translation is shown by its name.
  const title = String(
    t(`payments.fact.${kind as Fact["kind"]}`, { defaultValue: kind })
  )
  return { title, tone }
}

/** An event that may not have happened yet. */
type Possible = Omit<TimelineItem, "at"> & { at: string | null }

/** The order and the capture of a payment in Medusa. */
function medusaItems(
  { t }: Texts,
  { order, ordered_at, captured_at }: AdminPaymentDetail
): Possible[] {
  const text = t("payments.timeline.openOrder")
  return [
    {
      id: "ordered",
      at: order && ordered_at,
      tone: "good",
      source: "Medusa",
      title: t("payments.timeline.ordered", { number: order?.display_id }),
      link: order && { to: `/orders/${order.id}`, text },
    },
    {
      id: "captured",
      at: captured_at,
      tone: "good",
      source: "Medusa",
      title: t("payments.timeline.captured"),
    },
  ]
}

/** The opening of an exception, and its resolution. */
function exceptionItems({ t }: Texts, exception: AdminException): Possible[] {
  const { id, created_at, resolved_at, resolved_by, note } = exception
  const { title } = problemText(t, exception)
  const text = t("payments.timeline.openException")
  const link = { to: `?exception=${id}`, text }
  return [
    {
      id: `${id}:opened`,
      at: created_at,
      tone: "bad",
      title: t("payments.timeline.opened", { title }),
      link,
    },
    {
      id: `${id}:resolved`,
      at: resolved_at,
      tone: "good",
      title: t("payments.timeline.resolved", { title }),
      author: resolved_by,
      note: reasonText(t, note),
      link,
    },
  ]
}

/** A refund that is due, and its end: sent or void. */
function refundItems({ t, coins }: Texts, refund: AdminRefund): Possible[] {
  const { id, amount, currency, status } = refund
  const text = t("payments.timeline.openRefund")
  const item = (kind: "due" | "sent" | "void") => ({
    id: `${id}:${kind}`,
    title: t(`payments.timeline.${kind}`, { sum: coins(amount, currency) }),
    link: { to: `?refund=${id}`, text },
  })
  const voided_at = status === "void" ? refund.updated_at : null
  const { created_at, sent_at, sent_by: author } = refund
  const note = reasonText(t, refund.reason)
  return [
    { ...item("due"), at: created_at, tone: "bad", note },
    { ...item("sent"), at: sent_at, tone: "good", author },
    { ...item("void"), at: voided_at, tone: "neutral" },
  ]
}
