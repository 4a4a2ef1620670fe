import { ArrowPath } from "@medusajs/icons"
import { Button, Container, Heading } from "@medusajs/ui"
import type * as Api from "../../../http-types"
import { hasRest } from "../../../ledger/deposits"
import { isOpen, isPayable, isReportAwaited } from "../../../ledger/open"
import { isNotShown } from "../../../ledger/proof"
import { RAIL_TRAITS } from "../../../ledger/rails"
import { useMay } from "../../lib/permissions"
import { rateText } from "../../lib/prices"
import { useConfirm } from "../../lib/use-confirm"
import { useTexts } from "../../lib/use-texts"
import { networkName } from "../code-text"
import { useCopy } from "../copy"
import { ActionButton, useAction } from "../resource/requests"
import { apiPath } from "../resource/resources"
import {
  ModeBadge,
  PaymentStatusBadge,
  shownStatus,
} from "../resource/status-badges"
import { Facts } from "../section"
import { SmallButton } from "../small-button"

export function PaymentGeneral({ payment, facts }: Api.AdminPaymentResponse) {
  const texts = useTexts()
  const { t, coins, money, dateTime } = texts
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
          "payments.fields.rate": rateText(texts, payment),
          "payments.fields.lockedUntil":
            payment.locked_until && dateTime(payment.locked_until),
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

type CartNowProps = { cart: Api.AdminCart }

function CartNow({ cart: { total, currency, items } }: CartNowProps) {
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

/** The actions for a payment: reconcile it, copy its link, cancel it. */
function PaymentActions({ payment }: { payment: Api.AdminPaymentDetail }) {
  const { t, coins, list } = useTexts()
  const confirm = useConfirm()
  const copy = useCopy()
  const cancel = useAction<Api.AdminCancelResponse>(
    apiPath("payments", payment.id, "cancel"),
    ({ may_still_be_paid }) =>
      may_still_be_paid
        ? { kind: "warning", text: t("payments.cancel.abandoned") }
        : { text: t("payments.cancel.done") }
  )
  const mayUpdate = useMay("stablecoin_payment:update")
  const mayCancel = mayUpdate && isCancellable(payment)
  const { payment_link, rail } = payment
  const sums = payment.deposits
    .filter(hasRest)
    .map(({ unallocated, currency }) => coins(unallocated, currency))
  const other = sums.length
    ? `${t("payments.cancel.otherMoney", { sum: list(sums) })} `
    : ""

  const confirmAndCancel = async () => {
    if (await confirm(`payments.cancel.${rail}`, { other })) {
      cancel.mutate()
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayCancel && (
        <Button
          size="small"
          variant="transparent"
          isLoading={cancel.isPending}
          onClick={() => void confirmAndCancel()}
        >
          {t(`payments.cancel.${rail}.yes`)}
        </Button>
      )}
      {payment_link && (
        <SmallButton
          onClick={() =>
            void copy(payment_link, t("payments.actions.linkCopied"))
          }
        >
          {t("payments.actions.copyLink")}
        </SmallButton>
      )}
      <CheckNowButton payment={payment} />
    </div>
  )
}

/**
 * A hosted payment is only abandoned, once, and not if its buyer returned from
 * paying. The API validates the rest.
 */
function isCancellable(payment: Api.AdminPaymentDetail): boolean {
  return RAIL_TRAITS[payment.rail].isCancellable
    ? isOpen(payment)
    : isPayable(payment) && !isReportAwaited(payment)
}

/**
 * Reconciles a payment immediately, or only settles it again if it can't be
 * read from the gateway. For users whose role may update payments.
 */
export function CheckNowButton({ payment }: { payment: Api.AdminPayment }) {
  const { id, rail } = payment
  const { t } = useTexts()
  const mayUpdate = useMay("stablecoin_payment:update")
  const sync = useAction<Api.AdminSyncResponse>(
    apiPath("payments", id, "sync"),
    ({ payment, readable, settled }) => {
      const status = t(`payments.status.${shownStatus(payment)}`, {
        number: payment.kept_for?.display_id,
      })
      if (!settled) {
        return { kind: "warning", text: t("payments.sync.unsettled") }
      }
      if (readable) {
        return { text: t("payments.sync.readable", { status }) }
      }
      const text = t("payments.sync.unreadable", { status })
      const isBlind = !RAIL_TRAITS[payment.rail].isReadable && isOpen(payment)
      const portal = isBlind ? ` ${t("payments.sync.portal")}` : ""
      return { kind: "info", text: `${text}${portal}` }
    }
  )
  if (!mayUpdate) {
    return null
  }
  return (
    <ActionButton action={sync}>
      <ArrowPath />
      {t(
        `payments.actions.${RAIL_TRAITS[rail].isReadable ? "sync" : "settle"}`
      )}
    </ActionButton>
  )
}
