import { useTranslation } from "react-i18next"
import type {
  AdminException,
  AdminPaymentDetail,
  AdminRefund,
} from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { MoneySection } from "../deposits/money"
import { TestBadge } from "../mode-badge"
import { networkName } from "../on-chain"
import { CheckNowButton } from "../payments/check-now-button"
import { captureNote, proofState } from "../proof/proof-state"
import { PaymentLink } from "../payment-link"
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
  const { amount, currency, net_amount, chain } = payment
  const sum = coins(amount, currency)
  const proof = proofState(payment)
  const note = captureNote(payment)
  return (
    <article aria-label={`${t("payments.one")} ${sum}`} className="divide-y">
      <div className="bg-ui-bg-subtle flex flex-wrap items-center justify-between gap-2 px-6 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <PaymentStatusBadge payment={payment} />
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
        {proof && (
          <Row label={t("proof.title")}>
            <ProofBadge status={proof} />
          </Row>
        )}
      </Rows>
      <MoneySection level="h3" deposits={payment.deposits} />
      <OrderDuties refunds={refunds} exceptions={exceptions} />
      <div className="px-6 py-3">
        <PaymentLink id={payment.id}>{t("orderPanel.openPayment")}</PaymentLink>
      </div>
    </article>
  )
}
