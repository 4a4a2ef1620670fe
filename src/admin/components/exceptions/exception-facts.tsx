import type { AdminExceptionDetail } from "../../../http-types"
import { traitsOf } from "../../../ledger/exceptions"
import { type Texts, useTexts } from "../../lib/use-texts"
import { addressOf, codeOf, hashOf, networkName } from "../code-text"
import { CustomerLink, OrderLink } from "../links"
import { Facts, type FactsByLabel } from "../section"
import { causeOf, type ExceptionProps, isCode } from "./kind-text"
import { moneyReceived } from "./money-received"

export function ExceptionFacts({ exception }: ExceptionProps) {
  const texts = useTexts()
  const { t, coins, money, coinsText } = texts
  const { kind, payment, rail, customer, order, deposit, refund } = exception
  const details = exception.details ?? {}
  const { chain = null, mode, cause, currency, expected } = details
  const { cart_amount, cart_currency, total_currency, order_id } = details
  const isUnbalanced = kind === "unbalanced"
  const found = kind === "unproven" && payment?.found_instead
  // A deposit has its own transaction and sender.
  const { tx_hash, from } = deposit ? {} : details
  const network = { chain, mode: mode ?? payment?.mode }
  const isOwnWords = cause && causeOf(cause) === "other" && !isCode(cause)

  const ofOrder = (sum: string | null | undefined) =>
    sum && total_currency && money(sum, total_currency)
  const inCoins = (sum: string | null | undefined) =>
    sum && coins(sum, currency ?? payment?.currency ?? "")
  const modeName = (of: string | null | undefined) =>
    of === "test" || of === "live" ? t(`common.mode.${of}`) : of
  return (
    <section aria-label={t("exceptions.sections.facts")}>
      <Facts
        facts={{
          "common.fields.customer": customer && (
            <CustomerLink customer={customer} />
          ),
          "common.fields.order": (order ?? order_id) && (
            <OrderLink order={order} orderId={order_id} />
          ),
          ...receivedFacts(texts, exception),
          "common.fields.amount": refund
            ? coinsText(refund)
            : cart_amount && cart_currency && money(cart_amount, cart_currency),
          "exceptions.facts.expected": isUnbalanced && inCoins(expected),
          "exceptions.facts.found": isUnbalanced && inCoins(details.found),
          "exceptions.facts.total": ofOrder(details.total),
          "exceptions.facts.taken": ofOrder(details.taken),
          "exceptions.facts.excess": inCoins(details.excess),
          "exceptions.facts.left": inCoins(details.left),
          "exceptions.facts.shownRate": details.shown_rate,
          "exceptions.facts.presentRate": details.rate,
          "exceptions.facts.dueNow": inCoins(details.due),
          "exceptions.facts.difference": inCoins(details.difference),
          "common.fields.network": tx_hash && chain && networkName(chain),
          "exceptions.facts.cause": isOwnWords && cause,
          "common.fields.txHash": hashOf(tx_hash, network),
          "proof.fields.found": found && (
            <span className="break-all">{found}</span>
          ),
          "proof.fields.sender": addressOf(from, network),
          "proof.fields.receiver": addressOf(details.to, network),
          "common.fields.mode": modeName(mode),
          "exceptions.facts.startedIn":
            exception.reason === "mode" && modeName(payment?.mode),
          "common.fields.rail": rail && t(`common.rail.${rail}`),
          "exceptions.facts.orderNo": codeOf(details.order_no),
          "exceptions.facts.gatewayId": codeOf(details.gateway_id),
          "exceptions.facts.expectedId": !isUnbalanced && codeOf(expected),
          "exceptions.facts.medusaRefund": codeOf(details.medusa_refund_id),
        }}
      />
    </section>
  )
}

/** The amount due, and the money received, which a deposit names itself. */
function receivedFacts(
  { t, coinsText }: Texts,
  exception: AdminExceptionDetail
): FactsByLabel {
  const { payment, deposit, kind } = exception
  const received = moneyReceived(exception)
  const sum = "coins" in received ? coinsText(received.coins) : ""
  const isNamed = received.what === "none" || (deposit && sum)
  if (traitsOf(exception).money === "refund") {
    return {}
  }
  return {
    "exceptions.facts.due": payment && coinsText(payment),
    "exceptions.facts.received":
      kind !== "unbalanced" &&
      !isNamed &&
      t(`exceptions.received.${received.what}`, { sum }),
  }
}
