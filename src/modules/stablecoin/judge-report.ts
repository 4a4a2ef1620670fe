import type { WebhookReport } from "../../gateway"
import { type Fact, factOf, type Payment } from "../../ledger"
import { PAYMENT_ID } from "./payment-id"
import { covers, type SignerScope } from "./webhook-signers"

/** What a webhook comes to, given the payment that it is about. */
export type JudgedReport =
  | { is: "fact"; payment: Payment; fact: Fact }
  /** It is none of ours, or says nothing that the ledger knows. */
  | { is: "nothing"; reason: string }
  /** Its signer may not speak for the payment that it is about. */
  | { is: "unproven"; payment: Payment; reason: string }
  /** Somebody paid, and nobody can say for what. */
  | { is: "nameless money"; reason: string }
  /** A payment that this store started and the database does not have was paid. */
  | { is: "unknown payment"; payment_id: string; reason: string }

const NOT_OURS = "It is about no payment of this store."

/**
 * @param signedFor the payments that its signature confirms
 * @param store what this store calls itself in the metadata of its payments; another store of the same gateway account has another name
 */
export function judgeReport(
  report: WebhookReport,
  payment: Payment | null,
  signedFor: readonly SignerScope[],
  store?: string
): JudgedReport {
  if (!payment) {
    // A replaced secret speaks for older payments alone, and names none of them here.
    const isInUse = signedFor.some((scope) => scope.created_before === null)
    return report.outcome === "paid" && isInUse
      ? judgeUnknownMoney(report, store)
      : { is: "nothing", reason: NOT_OURS }
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
        reason: `The event ${report.event} says nothing that the ledger knows.`,
      }
}

function judgeUnknownMoney(
  { rail, order_no, metadata }: WebhookReport,
  store: string | undefined
): JudgedReport {
  const named = [order_no, metadata?.payment_id].filter(
    (id) => id !== undefined
  )
  if (!named.length) {
    return { is: "nameless money", reason: NOT_OURS }
  }
  const ours = named.find((id) => typeof id === "string" && PAYMENT_ID.test(id))
  // All stores of an account get its on-chain events; a hosted one is sent to the store that it is about.
  const isOtherStore =
    rail === "onchain" &&
    store !== undefined &&
    metadata?.store !== undefined &&
    metadata.store !== store
  return typeof ours === "string" && !isOtherStore
    ? {
        is: "unknown payment",
        payment_id: ours,
        reason: `The database has no payment ${ours}.`,
      }
    : { is: "nothing", reason: NOT_OURS }
}
