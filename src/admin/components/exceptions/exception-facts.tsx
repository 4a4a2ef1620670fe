import type { AdminExceptionDetail } from "../../../http-types"
import { traitsOf } from "../../../ledger/exception-traits"
import { type Texts, useTexts } from "../../lib/use-texts"
import { codeFact } from "../code-text"
import { isDisputed } from "../deposits/deposit-facts"
import { CustomerLink } from "../links"
import { addressFact, networkName, txHashFact } from "../on-chain"
import { answerOf } from "../proof/proof-state"
import { Facts } from "../section"
import { orderFacts } from "./draft-order"
import { causeOf, isCode } from "./kind-text"
import { isUnconfirmed, moneyReceived } from "./money-received"
import { SupportText } from "./support-text"

/** The facts of an exception, as far as its details have them. */
export function ExceptionFacts({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const texts = useTexts()
  const { t, coins, money, dateTime, coinsText } = texts
  const { kind, payment, rail, customer, order, deposit, refund } = exception
  const details = exception.details ?? {}
  const { chain = null, mode, cause, currency, expected } = details
  const { cart_amount, cart_currency, total_currency } = details
  const isUnbalanced = kind === "unbalanced"
  const isCoinRefused = kind === "coin_refused"
  const order_id = exception.draft_order ? null : details.order_id
  const hasOrder = order ?? order_id ?? exception.draft_order
  const found =
    kind === "unproven" ? payment?.found_instead : refund?.proof?.found_instead
  // A deposit has its own transaction and sender.
  const { tx_hash, from } = deposit ? {} : details
  const network = { chain, mode: mode ?? payment?.mode }
  const answer = refund && answerOf(refund)

  const ofOrder = (sum: string | null | undefined) =>
    sum && total_currency && money(sum, total_currency)
  const inCoins = (sum: string | null | undefined) =>
    sum && coins(sum, currency ?? payment?.currency ?? "")
  const modeName = (of: string | null | undefined) =>
    of === "test" || of === "live" ? t(`common.mode.${of}`) : of
  return (
    <section aria-label={t("exceptions.sections.facts")}>
      <Facts
        facts={[
          [
            t("common.fields.customer"),
            customer && <CustomerLink customer={customer} />,
          ],
          ...(hasOrder
            ? orderFacts(t, exception.draft_order, order, order_id)
            : []),
          ...receivedFacts(texts, exception),
          [
            t("common.fields.amount"),
            refund
              ? coinsText(refund)
              : cart_amount &&
                cart_currency &&
                money(cart_amount, cart_currency),
          ],
          [t("exceptions.facts.expected"), isUnbalanced && inCoins(expected)],
          [t("exceptions.facts.found"), isUnbalanced && inCoins(details.found)],
          [
            t("exceptions.facts.since"),
            details.since && dateTime(details.since),
          ],
          [t("exceptions.facts.total"), ofOrder(details.total)],
          [t("exceptions.facts.taken"), ofOrder(details.taken)],
          [t("exceptions.facts.excess"), inCoins(details.excess)],
          [t("exceptions.facts.left"), inCoins(details.left)],
          [t("common.fields.currency"), isCoinRefused && currency],
          [
            t("common.fields.network"),
            (tx_hash || isCoinRefused) && chain && networkName(chain),
          ],
          [t("exceptions.facts.said"), details.said],
          [
            t("exceptions.facts.cause"),
            cause && causeOf(cause) === "other" && !isCode(cause) && cause,
          ],
          txHashFact(texts, tx_hash, network),
          [t("proof.title"), answer && t(`proof.answer.${answer}`)],
          [
            t("proof.fields.found"),
            found && <span className="break-all">{found}</span>,
          ],
          addressFact(t("proof.fields.sender"), from, network),
          addressFact(t("proof.fields.receiver"), details.to, network),
          [t("common.fields.mode"), modeName(mode)],
          [
            t("exceptions.facts.startedIn"),
            exception.reason === "mode" && modeName(payment?.mode),
          ],
          [t("common.fields.rail"), rail && t(`common.rail.${rail}`)],
          codeFact(t("exceptions.facts.orderNo"), details.order_no),
          codeFact(t("exceptions.facts.gatewayId"), details.gateway_id),
          codeFact(
            t("exceptions.facts.expectedId"),
            isUnbalanced ? null : expected
          ),
          codeFact(
            t("exceptions.facts.medusaRefund"),
            details.medusa_refund_id
          ),
          [
            t("exceptions.support.label"),
            (isUnconfirmed(exception) || (deposit && isDisputed(deposit))) && (
              <SupportText exception={exception} />
            ),
          ],
        ]}
      />
    </section>
  )
}

/** The amount due, and the money received, which a deposit names itself. */
function receivedFacts(
  { t, coinsText }: Pick<Texts, "t" | "coinsText">,
  exception: AdminExceptionDetail
) {
  const { payment, deposit } = exception
  const received = moneyReceived(exception)
  const sum = "coins" in received ? coinsText(received.coins) : ""
  const isNamed = received.what === "none" || (deposit && sum)
  if (traitsOf(exception).money === "refund") {
    return []
  }
  return [
    [t("exceptions.facts.due"), payment && coinsText(payment)],
    [
      t("exceptions.facts.received"),
      exception.kind !== "unbalanced" &&
        !isNamed &&
        t(`exceptions.received.${received.what}`, { sum }),
    ],
  ] as const
}
