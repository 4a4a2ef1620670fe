import type {
  AdminException,
  AdminPaymentDetail,
  AdminRefund,
} from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { MoneySection } from "../deposits/money"
import { TestBadge } from "../mode-badge"
import { networkName } from "../on-chain"
import { CheckNowButton } from "../payments/check-now-button"
import { captureNote, proofState } from "../proof/proof-state"
import { PaymentLink } from "../payment-link"
import { Facts } from "../section"
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
  const { t, coins, dateTime } = useTexts()
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
      <Facts
        facts={[
          [t("common.fields.created"), dateTime(payment.created_at)],
          [
            t("payments.fields.captured"),
            payment.captured_at
              ? dateTime(payment.captured_at)
              : ((note && t(note)) ?? "—"),
          ],
          [t("payments.fields.due"), sum],
          [t("payments.fields.net"), net_amount && coins(net_amount, currency)],
          [t("common.fields.rail"), t(`common.rail.${payment.rail}`)],
          [t("common.fields.network"), chain && networkName(chain)],
          [t("proof.title"), proof && <ProofBadge status={proof} />],
        ]}
      />
      <MoneySection level="h3" deposits={payment.deposits} />
      <OrderDuties refunds={refunds} exceptions={exceptions} />
      <div className="px-6 py-3">
        <PaymentLink id={payment.id}>{t("orderPanel.openPayment")}</PaymentLink>
      </div>
    </article>
  )
}
