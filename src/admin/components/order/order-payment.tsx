import { useTranslation } from "react-i18next"
import type {
  AdminException,
  AdminPaymentDetail,
  AdminRefund,
} from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { TestBadge } from "../mode-badge"
import { networkName, TxHash } from "../on-chain"
import { CheckNowButton } from "../payments/check-now-button"
import { captureNote, proofState } from "../proof/proof-state"
import { SenderRow } from "../proof/sender-row"
import { PaymentLink } from "../payment-link"
import { receivedLabel } from "../payments/received-label"
import { ReceivedMoney } from "../payments/received-money"
import { Row, Rows } from "../section"
import { PaymentStatusBadge, ProofBadge } from "../resource/status-badges"
import { OrderDuties } from "./order-duties"
import { RefundsNotSent } from "./refunds-not-sent"

type OrderPaymentProps = {
  payment: AdminPaymentDetail
  refunds: AdminRefund[]
  /** Open exceptions only. */
  exceptions: AdminException[]
}

/** A payment of an order: its amount, its rail, and its open exceptions. */
export function OrderPayment({
  payment,
  refunds,
  exceptions,
}: OrderPaymentProps) {
  const { t } = useTranslation("stablecoin")
  const { coins, dateTime } = useFormat()
  const { amount, currency, net_amount, chain, mode, tx_hash } = payment
  const sum = coins(amount, currency)
  const proof = proofState(payment)
  const note = captureNote(payment)
  const sender = payment.proof?.sender
  return (
    <article aria-label={`${t("payments.one")} ${sum}`} className="divide-y">
      <div className="bg-ui-bg-subtle flex flex-wrap items-center justify-between gap-2 px-6 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <PaymentStatusBadge status={payment.status} />
          <TestBadge mode={payment.mode} />
        </div>
        <CheckNowButton payment={payment} />
      </div>
      <RefundsNotSent refunds={refunds} />
      <Rows>
        <Row label={t("common.fields.created")}>
          {dateTime(payment.created_at)}
        </Row>
        <Row label={t("payments.fields.captured")}>
          {payment.captured_at
            ? dateTime(payment.captured_at)
            : note && t(note)}
        </Row>
        <Row label={t("payments.fields.due")}>{sum}</Row>
        <Row label={t(receivedLabel(payment))}>
          <ReceivedMoney payment={payment} />
        </Row>
        {net_amount && (
          <Row label={t("payments.fields.net")}>
            {coins(net_amount, currency)}
          </Row>
        )}
        <Row label={t("common.fields.rail")}>
          {t(`common.rail.${payment.rail}`)}
        </Row>
        {chain && (
          <Row label={t("common.fields.network")}>{networkName(chain)}</Row>
        )}
        {tx_hash && (
          <Row label={t("common.fields.txHash")}>
            <TxHash hash={tx_hash} chain={chain} mode={mode} />
          </Row>
        )}
        {proof && (
          <Row label={t("proof.title")}>
            <ProofBadge status={proof} />
          </Row>
        )}
        {sender && <SenderRow sender={sender} chain={chain} mode={mode} />}
      </Rows>
      <OrderDuties refunds={refunds} exceptions={exceptions} />
      <div className="px-6 py-3">
        <PaymentLink id={payment.id}>{t("orderPanel.openPayment")}</PaymentLink>
      </div>
    </article>
  )
}
