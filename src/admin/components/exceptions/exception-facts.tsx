import { useTranslation } from "react-i18next"
import type { AdminExceptionDetail } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { CodeText } from "../code-text"
import { CustomerLink } from "../customer-link"
import { Address, networkName, TxHash } from "../on-chain"
import { OrderLink } from "../order-link"
import { FoundInsteadText } from "../proof/found-instead-text"
import { refundAnswer } from "../refunds/refund-answer"
import { Row, Rows } from "../section"
import { useCoinsText } from "../use-coins-text"
import { DraftOrderLink, draftLabel } from "./draft-order"
import { isAboutRefund, isUnconfirmed, moneyReceived } from "./money-received"
import { MoneyReceivedText } from "./money-received-text"
import { SupportText } from "./support-text"

/**
 * The facts of an exception, as far as its details have them, and the stored
 * message, which is in English.
 */
export function ExceptionFacts({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const { t } = useTranslation("stablecoin")
  const { coins, money } = useFormat()
  const coinsText = useCoinsText()
  const {
    draft_order,
    payment,
    details,
    message,
    rail,
    customer,
    order,
    deposit,
    refund,
  } = exception
  const { chain = null, mode, gateway_id, expected } = details ?? {}
  const { cart_amount, cart_currency } = details ?? {}
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
  const addresses = [
    ["sender", from],
    ["receiver", details?.to],
  ] as const
  const ids = [
    ["orderNo", details?.order_no],
    ["gatewayId", gateway_id],
    ["expectedId", isUnbalanced ? null : expected],
    ["medusaRefund", details?.medusa_refund_id],
  ] as const
  const amounts = [
    ["expected", isUnbalanced ? expected : null],
    ["found", isUnbalanced ? details?.found : null],
    ["excess", details?.excess],
    ["left", details?.left],
  ] as const
  return (
    <section aria-label={t("exceptions.sections.facts")}>
      <Rows>
        {customer && (
          <Row label={t("common.fields.customer")}>
            <CustomerLink customer={customer} />
          </Row>
        )}
        {order && (
          <Row label={t("common.fields.order")}>
            <OrderLink order={order} />
          </Row>
        )}
        {draft_order && (
          <Row label={draftLabel(t, draft_order)}>
            <DraftOrderLink order={draft_order} />
          </Row>
        )}
        {!isAboutRefund(exception) && (
          <>
            {payment && (
              <Row label={t("exceptions.facts.due")}>{coinsText(payment)}</Row>
            )}
            {!isUnbalanced &&
              received.what !== "none" &&
              !(deposit && "coins" in received) && (
                <Row label={t("exceptions.facts.received")}>
                  <MoneyReceivedText held={received} />
                </Row>
              )}
          </>
        )}
        {refund && (
          <Row label={t("common.fields.amount")}>{coinsText(refund)}</Row>
        )}
        {cart_amount && cart_currency && (
          <Row label={t("common.fields.amount")}>
            {money(cart_amount, cart_currency)}
          </Row>
        )}
        {amounts.map(
          ([name, amount]) =>
            amount && (
              <Row key={name} label={t(`exceptions.facts.${name}`)}>
                {coins(amount, details?.currency ?? payment?.currency ?? "")}
              </Row>
            )
        )}
        {isCoinRefused && (
          <Row label={t("common.fields.currency")}>{details?.currency}</Row>
        )}
        {(tx_hash || isCoinRefused) && chain && (
          <Row label={t("common.fields.network")}>{networkName(chain)}</Row>
        )}
        {details?.said && (
          <Row label={t("exceptions.facts.said")}>{details.said}</Row>
        )}
        {tx_hash && (
          <Row label={t("common.fields.txHash")}>
            <TxHash hash={tx_hash} chain={chain} mode={mode ?? payment?.mode} />
          </Row>
        )}
        {answer && (
          <Row label={t("proof.title")}>{t(`refunds.proof.${answer}`)}</Row>
        )}
        {found && (
          <Row label={t("proof.fields.found")}>
            <FoundInsteadText
              text={found}
              chain={chain}
              mode={payment?.mode ?? null}
            />
          </Row>
        )}
        {addresses.map(
          ([name, address]) =>
            address && (
              <Row key={name} label={t(`proof.fields.${name}`)}>
                <Address
                  address={address}
                  chain={chain}
                  mode={mode ?? payment?.mode}
                  what={t(`proof.fields.${name}`)}
                />
              </Row>
            )
        )}
        {mode && (
          <Row label={t("common.fields.mode")}>
            {mode === "test" || mode === "live"
              ? t(`common.mode.${mode}`)
              : mode}
          </Row>
        )}
        {rail && (
          <Row label={t("common.fields.rail")}>{t(`common.rail.${rail}`)}</Row>
        )}
        {ids.map(
          ([name, id]) =>
            id && (
              <Row key={name} label={t(`exceptions.facts.${name}`)}>
                <CodeText text={id} what={t(`exceptions.facts.${name}`)} />
              </Row>
            )
        )}
        {isUnconfirmed(exception) && (
          <Row label={t("exceptions.support.label")}>
            <SupportText exception={exception} />
          </Row>
        )}
      </Rows>
      <details className="txt-small text-ui-fg-subtle border-t px-6 py-3">
        <summary className="txt-compact-small-plus focus-visible:shadow-borders-focus w-fit cursor-pointer rounded-sm outline-none">
          {t("exceptions.message")}
        </summary>
        <p className="break-words pt-2">{message}</p>
      </details>
    </section>
  )
}
