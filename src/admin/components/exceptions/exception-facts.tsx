import type { AdminExceptionDetail } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { codeFact } from "../code-text"
import { CustomerLink, OrderLink } from "../links"
import { addressFact, networkName, TxHash } from "../on-chain"
import { isDisputed } from "../deposits/deposit-facts"
import { refundAnswer } from "../refunds/refund-badges"
import { Facts } from "../section"
import { DraftOrderLink, draftLabel } from "./draft-order"
import { isAboutRefund, isUnconfirmed, moneyReceived } from "./money-received"
import { causeOf, isCode } from "./kind-text"
import { SupportText } from "./support-text"

/**
 * The facts of an exception, as far as its details have them.
 */
export function ExceptionFacts({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const { t, coins, money, dateTime, coinsText } = useTexts()
  const {
    reason,
    draft_order,
    payment,
    details,
    rail,
    customer,
    order,
    deposit,
    refund,
  } = exception
  const { chain = null, mode, gateway_id, expected } = details ?? {}
  const order_id = draft_order ? null : details?.order_id
  const isDrafted = draft_order !== null && draft_order.id === order?.id
  const { cart_amount, cart_currency, cause } = details ?? {}
  const { total, taken, total_currency } = details ?? {}
  const ofOrder = (sum: string | null | undefined) =>
    sum && total_currency && money(sum, total_currency)
  const received = moneyReceived(exception)
  // A deposit has its own transaction and sender.
  const { tx_hash, from } = deposit ? {} : (details ?? {})
  const answer = refund && refundAnswer(refund)
  const found =
    exception.kind === "unproven"
      ? payment?.found_instead
      : refund?.proof?.found_instead
  const isUnbalanced = exception.kind === "unbalanced"
  const isCoinRefused = exception.kind === "coin_refused"
  const currency = details?.currency ?? payment?.currency ?? ""
  const amountIn = (amount: string | null | undefined) =>
    amount && coins(amount, currency)
  const chainOf = { chain, mode: mode ?? payment?.mode }
  const isReceipt = !isAboutRefund(exception)
  const isNamed =
    isUnbalanced || received.what === "none" || (deposit && "coins" in received)
  const sum = refund
    ? coinsText(refund)
    : cart_amount && cart_currency && money(cart_amount, cart_currency)
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
          [
            t("common.fields.order"),
            !isDrafted && (order ?? order_id) && (
              <OrderLink order={order} orderId={order_id} />
            ),
          ],
          [
            draftLabel(t, draft_order),
            draft_order && <DraftOrderLink order={draft_order} />,
          ],
          [
            t("exceptions.facts.due"),
            isReceipt && payment && coinsText(payment),
          ],
          [
            t("exceptions.facts.received"),
            isReceipt &&
              !isNamed &&
              t(`exceptions.received.${received.what}`, {
                sum: "coins" in received ? coinsText(received.coins) : "",
              }),
          ],
          [t("common.fields.amount"), sum],
          [t("exceptions.facts.expected"), isUnbalanced && amountIn(expected)],
          [
            t("exceptions.facts.found"),
            isUnbalanced && amountIn(details?.found),
          ],
          [
            t("exceptions.facts.since"),
            details?.since && dateTime(details.since),
          ],
          [t("exceptions.facts.total"), ofOrder(total)],
          [t("exceptions.facts.taken"), ofOrder(taken)],
          [t("exceptions.facts.excess"), amountIn(details?.excess)],
          [t("exceptions.facts.left"), amountIn(details?.left)],
          [t("common.fields.currency"), isCoinRefused && details?.currency],
          [
            t("common.fields.network"),
            (tx_hash || isCoinRefused) && chain && networkName(chain),
          ],
          [t("exceptions.facts.said"), details?.said],
          [
            t("exceptions.facts.cause"),
            cause && causeOf(cause) === "other" && !isCode(cause) && cause,
          ],
          [
            t("common.fields.txHash"),
            tx_hash && <TxHash hash={tx_hash} {...chainOf} />,
          ],
          [t("proof.title"), answer && t(`refunds.proof.${answer}`)],
          [
            t("proof.fields.found"),
            found && <span className="break-all">{found}</span>,
          ],
          addressFact(t("proof.fields.sender"), from, chainOf),
          addressFact(t("proof.fields.receiver"), details?.to, chainOf),
          [t("common.fields.mode"), modeName(mode)],
          [
            t("exceptions.facts.startedIn"),
            reason === "mode" && modeName(payment?.mode),
          ],
          [t("common.fields.rail"), rail && t(`common.rail.${rail}`)],
          codeFact(t("exceptions.facts.orderNo"), details?.order_no),
          codeFact(t("exceptions.facts.gatewayId"), gateway_id),
          codeFact(
            t("exceptions.facts.expectedId"),
            isUnbalanced ? null : expected
          ),
          codeFact(
            t("exceptions.facts.medusaRefund"),
            details?.medusa_refund_id
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
