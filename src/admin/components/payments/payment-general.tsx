import { Container, Heading } from "@medusajs/ui"
import type { AdminCart, AdminPaymentResponse } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { ModeBadge, PaymentStatusBadge } from "../resource/status-badges"
import { networkName } from "../code-text"
import { Facts } from "../section"
import { shownStatus } from "../resource/statuses"
import { PaymentActions } from "./payment-actions"
import { isNotShown } from "../../../ledger/proof"
import { isOpen } from "../../../ledger/open"
import { RAIL_TRAITS } from "../../../ledger/rails"

/** The payment's amounts, status, times and actions. */
export function PaymentGeneral({ payment, facts }: AdminPaymentResponse) {
  const { t, coins, money, dateTime } = useTexts()
  const { amount, currency, net_amount, rail } = payment
  const { status, deposits, needs_attention, next_reconcile_at } = payment
  const { paid_at, captured_at, returned_at, returned_result } = payment
  const hasOtherMoney = status !== "paid" && deposits.length > 0
  const shown = hasOtherMoney
    ? needs_attention
      ? "otherMoney"
      : "kept"
    : status === "paid" && isNotShown(payment)
      ? "notShown"
      : facts.some(({ kind }) => kind === "refused")
        ? "refused"
        : shownStatus(payment)
  const hint = t(`payments.statusHint.${shown}`, { orderNo: payment.id })
  const over = Date.parse(payment.expires_at) <= Date.now()
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div className="flex flex-wrap items-center gap-2">
          <Heading>{coins(amount, currency)}</Heading>
          <PaymentStatusBadge payment={payment} hint={hint} />
          <ModeBadge mode={payment.mode} />
        </div>
        <PaymentActions payment={payment} />
      </div>
      <p className="txt-small text-ui-fg-subtle px-6 py-3">
        {hint}{" "}
        {hasOtherMoney &&
          deposits.every(({ confirmed_at }) => confirmed_at === null) &&
          t("payments.unconfirmed")}
      </p>
      <Facts
        facts={{
          "payments.fields.cartAmount": money(
            payment.cart_amount,
            payment.cart_currency
          ),
          "payments.fields.cartNow": payment.cart && (
            <CartNow cart={payment.cart} />
          ),
          "payments.fields.due": coins(amount, currency),
          "payments.fields.net": net_amount ? coins(net_amount, currency) : "—",
          "common.fields.rail": t(`common.rail.${rail}`),
          "common.fields.network":
            RAIL_TRAITS[rail].hasChain && networkName(payment.chain),
          "common.fields.created": dateTime(payment.created_at),
          "payments.fields.paidAt": paid_at && dateTime(paid_at),
          [`payments.fields.${over ? "expired" : "expires"}`]:
            isOpen(payment) && dateTime(payment.expires_at),
          "payments.fields.captured": captured_at && dateTime(captured_at),
          "payments.fields.returned":
            returned_at &&
            returned_result &&
            `${dateTime(returned_at)}, ${t(`payments.returned.${returned_result}`)}`,
          "payments.fields.nextReconcile":
            next_reconcile_at && dateTime(next_reconcile_at),
          "payments.fields.flow": t(`payments.flow.${payment.checkout_flow}`),
          "payments.fields.capture": t(`payments.capture.${payment.capture}`),
        }}
      />
    </Container>
  )
}

/** The total and the items of a cart. */
function CartNow({ cart: { total, currency, items } }: { cart: AdminCart }) {
  const { money } = useTexts()
  return (
    <>
      {money(total, currency)}
      {items.map(({ title, quantity }, index) => (
        <span key={index} className="block">
          {quantity} × {title}
        </span>
      ))}
    </>
  )
}
