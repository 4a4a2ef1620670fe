import { Container, Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { TestBadge } from "../mode-badge"
import { networkName } from "../on-chain"
import { Row, Rows } from "../section"
import { PaymentStatusBadge } from "../resource/status-badges"
import { PaymentActions } from "./payment-actions"
import { isNotShown } from "../../../ledger/proof"
import { RAIL_TRAITS } from "../../../ledger/rails"

/** The payment's amounts, status, times and actions. */
export function PaymentGeneral({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const { coins, money, dateTime } = useFormat()
  const { amount, currency, net_amount, paid_at, returned_at } = payment
  const { status, deposits, needs_attention } = payment
  const notShown = status === "paid" && isNotShown(payment)
  const hint = t(
    status !== "paid" && deposits.length
      ? `payments.otherMoneyHint.${needs_attention ? "open" : "resolved"}`
      : payment.never_answered
        ? "payments.unanswered"
        : `payments.statusHint.${notShown ? "notShown" : status}`,
    { orderNo: payment.id }
  )
  const over = Date.parse(payment.expires_at) <= Date.now()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div className="flex flex-wrap items-center gap-2">
          <Heading>{coins(amount, currency)}</Heading>
          <PaymentStatusBadge payment={payment} hint={hint} />
          <TestBadge mode={payment.mode} />
        </div>
        <PaymentActions payment={payment} />
      </div>
      <p className="txt-small text-ui-fg-subtle px-6 py-3">{hint}</p>
      <Rows>
        <Row label={t("payments.fields.cartAmount")}>
          {money(payment.cart_amount, payment.cart_currency)}
        </Row>
        {payment.cart && (
          <Row label={t("payments.fields.cartNow")}>
            {money(payment.cart.total, payment.cart.currency)}
            {payment.cart.items.map(({ title, quantity }, index) => (
              <span key={index} className="block">
                {quantity} × {title}
              </span>
            ))}
          </Row>
        )}
        <Row label={t("payments.fields.due")}>{coins(amount, currency)}</Row>
        <Row label={t("payments.fields.net")}>
          {net_amount ? coins(net_amount, currency) : undefined}
        </Row>
        <Row label={t("common.fields.rail")}>
          {t(`common.rail.${payment.rail}`)}
        </Row>
        {RAIL_TRAITS[payment.rail].hasChain && (
          <Row label={t("common.fields.network")}>
            {networkName(payment.chain)}
          </Row>
        )}
        <Row label={t("common.fields.created")}>
          {dateTime(payment.created_at)}
        </Row>
        {paid_at ? (
          <Row label={t("payments.fields.paidAt")}>{dateTime(paid_at)}</Row>
        ) : (
          <Row label={t(`payments.fields.${over ? "expired" : "expires"}`)}>
            {dateTime(payment.expires_at)}
          </Row>
        )}
        {payment.captured_at && (
          <Row label={t("payments.fields.captured")}>
            {dateTime(payment.captured_at)}
          </Row>
        )}
        {returned_at && payment.returned_result && (
          <Row label={t("payments.fields.returned")}>
            {dateTime(returned_at)},{" "}
            {t(`payments.returned.${payment.returned_result}`)}
          </Row>
        )}
        {payment.next_reconcile_at && (
          <Row label={t("payments.fields.nextReconcile")}>
            {dateTime(payment.next_reconcile_at)}
          </Row>
        )}
        <Row label={t("payments.fields.flow")}>
          {t(`payments.flow.${payment.checkout_flow}`)}
        </Row>
        <Row label={t("payments.fields.capture")}>
          {t(`payments.capture.${payment.capture}`)}
        </Row>
      </Rows>
    </Container>
  )
}
