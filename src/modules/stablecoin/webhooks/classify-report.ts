import { decodeTime } from "ulid"
import type { WebhookReport } from "../../../gateway"
import { type Fact, factOf, type Payment } from "../../../ledger"
import { PAYMENT_ID, PAYMENT_ID_PREFIX } from "../payments/payment-id"
import { covers, type SignerScope } from "./webhook-signers"
import { RAIL_TRAITS } from "../../../ledger"

/** What a webhook comes to, given the payment that it is about. */
export type JudgedReport =
  | { is: "fact"; payment: Payment; fact: Fact }
  /** It is about another shop's order. */
  | { is: "foreign"; reason: string }
  /** It is about a payment of ours, and says nothing that the ledger knows. */
  | { is: "nothing"; payment: Payment; reason: string }
  /** Its signer may not speak for the payment that it is about. */
  | { is: "unproven"; payment: Payment; reason: string }
  /** Somebody paid, and nobody can say for what. */
  | { is: "nameless money"; reason: string }
  /** A payment that this store started and the database does not have was paid. */
  | { is: "unknown payment"; payment_id: string; reason: string }

const FOREIGN = {
  is: "foreign",
  reason: "It is about no payment of this store.",
} as const

/**
 * @param signedFor the payments that its signature confirms
 * @param store what this store calls itself in the metadata of its payments; another store of the same gateway account has another name
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
        reason: `The event ${report.event} says nothing that the ledger knows.`,
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
  // All stores of an account get its on-chain events; a hosted one is sent to the store that it is about.
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

/** A replaced secret confirms older payments alone, also those that were deleted since: the id has the time of the start. */
function mayConfirm(signedFor: readonly SignerScope[], id: string): boolean {
  const startedAt = decodeTime(id.slice(PAYMENT_ID_PREFIX.length))
  return signedFor.some(
    ({ created_before }) =>
      created_before === null || startedAt < Date.parse(created_before)
  )
}
