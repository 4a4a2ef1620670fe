import { decodeTime } from "ulid"
import type { GatewayReport, WebhookReport } from "../../../gateway"
import { type Fact, type Payment, RAIL_TRAITS } from "../../../ledger"
import {
  PAYMENT_ID,
  PAYMENT_ID_PREFIX,
  resemblesPaymentId,
} from "../payments/payment-id"
import type { Repository } from "../repository"
import { covers, type SignerScope } from "./webhook-signers"

/** Classification of a webhook, given its payment. */
export type JudgedReport =
  | { is: "fact"; payment: Payment; fact: Fact }
  /** About another store's order. */
  | { is: "foreign"; reason: string }
  /** About our payment, with an event that the ledger has no fact for. */
  | { is: "nothing"; payment: Payment; reason: string }
  /** Its signer does not confirm this payment. */
  | { is: "unproven"; payment: Payment; reason: string }
  /** Money arrived that can't be assigned to a payment. */
  | { is: "nameless money"; reason: string }
  /** A payment of this store was paid that is missing in the database. */
  | { is: "unknown payment"; payment_id: string; reason: string }

const FOREIGN = {
  is: "foreign",
  reason: "It is about no payment of this store.",
} as const

/**
 * Returns why the order that a report names is of another shop, or null if it
 * may be ours or none is named. Most webhooks of an account with several shops
 * name orders in another form than ours.
 */
export function foreignByName({
  order_no,
  metadata,
}: WebhookReport): string | null {
  const named = [order_no, metadata?.payment_id]
  const isOurs = (id: unknown): boolean =>
    typeof id === "string" && resemblesPaymentId(id)
  return order_no && !named.some(isOurs) ? FOREIGN.reason : null
}

/**
 * @param signedFor the payments that its signature confirms
 * @param store this store's name in its payments' metadata; other stores
 * of the same gateway account have other names
 */
export function classifyReport(
  report: WebhookReport,
  payment: Payment | null,
  signedFor: readonly SignerScope[],
  store?: string
): JudgedReport {
  if (!payment) {
    return report.outcome === "paid"
      ? judgeUnknownMoney(report, signedFor, store)
      : FOREIGN
  }
  if (!signedFor.some((scope) => covers(scope, payment))) {
    const reason = `It is signed for another account than that of payment ${payment.id}, or with a secret that was replaced before the payment was started.`
    return { is: "unproven", payment, reason }
  }
  const fact = factOf(report)
  return fact
    ? { is: "fact", payment, fact }
    : {
        is: "nothing",
        payment,
        reason: `The event ${report.event} does not change the ledger.`,
      }
}

/** Converts a report into a fact for the ledger; null if it changes nothing. */
export function factOf(report: GatewayReport): Fact | null {
  const id = report.gateway_id ? { gateway_id: report.gateway_id } : {}
  switch (report.outcome) {
    case "created":
      return { kind: "opened", ...id }
    case "paid":
      return report.paid
        ? { kind: "paid", ...report.paid, ...id }
        : {
            kind: "unreadable",
            problem: report.malformed ?? "The paid event carries no payment.",
          }
    case "failed":
      return { kind: "failed", ...id }
    case "cancelled":
      return { kind: "cancelled", ...id }
    case "unknown":
      return null
  }
}

function judgeUnknownMoney(
  { rail, order_no, metadata }: WebhookReport,
  signedFor: readonly SignerScope[],
  store: string | undefined
): JudgedReport {
  const named = [order_no, metadata?.payment_id].filter(
    (id) => id !== undefined
  )
  if (!named.length) {
    const isInUse = signedFor.some((scope) => scope.created_before === null)
    return isInUse ? { ...FOREIGN, is: "nameless money" } : FOREIGN
  }
  const ours = named.find(
    (id): id is string => typeof id === "string" && PAYMENT_ID.test(id)
  )
  // All stores of an account receive its onchain events. A hosted event is sent
  // only to its own store.
  const isOtherStore =
    RAIL_TRAITS[rail].isAccountWide &&
    store !== undefined &&
    metadata?.store !== undefined &&
    metadata.store !== store
  return ours !== undefined && !isOtherStore && mayConfirm(signedFor, ours)
    ? {
        is: "unknown payment",
        payment_id: ours,
        reason: `The database has no payment ${ours}.`,
      }
    : FOREIGN
}

/**
 * Whether a signer confirms a payment that is not in the database. The start
 * time, which limits replaced secrets, is part of the payment's id.
 */
function mayConfirm(signedFor: readonly SignerScope[], id: string): boolean {
  const startedAt = decodeTime(id.slice(PAYMENT_ID_PREFIX.length))
  return signedFor.some(
    ({ created_before }) =>
      created_before === null || startedAt < Date.parse(created_before)
  )
}

/**
 * Finds the payment of each webhook in one query. `order_no` is our id and counts
 * first. The gateway's id and the metadata are fallbacks for events that lack
 * it.
 */
export async function findReportedPayments(
  payments: Pick<Repository["payments"], "findNamed">,
  reports: readonly WebhookReport[]
): Promise<(Payment | null)[]> {
  const found = await payments.findNamed(
    [...new Set(reports.flatMap(namedBy))],
    [...new Set(reports.flatMap(spellingsOf))]
  )
  return reports.map((report) => {
    const { rail, order_no, metadata } = report
    const spellings = spellingsOf(report)
    const candidates = found.filter((payment) => payment.rail === rail)
    return (
      candidates.find(({ id }) => id === order_no) ??
      candidates.find((each) => spellings.includes(each.gateway_id ?? "")) ??
      candidates.find(({ id }) => id === metadata?.payment_id) ??
      null
    )
  })
}

/** A UUID is case-insensitive. As equalities, an index serves the spellings. */
function spellingsOf({ gateway_id }: WebhookReport): string[] {
  return gateway_id
    ? [gateway_id, gateway_id.toLowerCase(), gateway_id.toUpperCase()]
    : []
}

/** The payment ids that a webhook names. */
export function namedBy({ order_no, metadata }: WebhookReport): string[] {
  return [order_no, metadata?.payment_id].filter((id) => typeof id === "string")
}
