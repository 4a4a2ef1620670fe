import { Container, Text } from "@medusajs/ui"
import { useEffect, useRef } from "react"
import type * as Api from "../../../http-types"
import { useMay } from "../../lib/permissions"
import { rateText } from "../../lib/prices"
import { useRead } from "../../lib/read"
import { statusOf } from "../../lib/sdk"
import { useTexts } from "../../lib/use-texts"
import { Money } from "../deposits/deposit-facts"
import {
  ModeBadge,
  PaymentStatusBadge,
  ProofBadge,
} from "../resource/status-badges"
import { networkName } from "../code-text"
import { PaymentLink } from "../links"
import { CheckNowButton } from "../payments/payment-general"
import { captureNote, proofState } from "../proof/proof-state"
import { OpenItems } from "../payments/open-items"
import { LoadError } from "../query-states"
import { apiPath } from "../resource/resources"
import { useAction } from "../resource/requests"
import { Facts, Note, Part, Section } from "../section"
import { SmallButton } from "../small-button"

type Order = { id: string }
type Panel = Api.AdminOrderPanelResponse
type PanelPayment = Panel["payments"][number]

/**
 * Shows how an order was paid in stablecoins. Orders paid by other means get no
 * panel.
 */
export function OrderPanel({ data: order }: { data: Order }) {
  const { t } = useTexts()
  const query = useOrderPanel(order)
  if (query.error && !query.data) {
    return statusOf(query.error) === 404 ? null : (
      <Container className="p-0">
        <LoadError query={query} />
      </Container>
    )
  }
  if (!query.data?.payments.length) {
    return null
  }
  const { payments, due, refunds, exceptions } = query.data
  return (
    <Section title={t("common.brand")}>
      {payments.map((payment) => (
        <OrderPayment
          key={payment.id}
          payment={payment}
          refunds={refunds ?? []}
          exceptions={exceptions ?? []}
        />
      ))}
      {isKeptFor(order, payments) && (
        <Text size="small" className="px-6 py-4">
          {t("orderPanel.kept")}
        </Text>
      )}
      {due && <OrderDue order={order} due={due} />}
      {!(refunds && exceptions) && (
        <Note>
          {t(
            `orderPanel.hidden.${refunds ? "exceptions" : exceptions ? "refunds" : "both"}`
          )}
        </Note>
      )}
    </Section>
  )
}

/**
 * Reads the stablecoin payments of an order, and reads them again whenever
 * Medusa's page has read a changed order, such as after a refund. Sends no
 * request if the user's role may not read payments.
 */
function useOrderPanel(order: Order) {
  const enabled = useMay("stablecoin_payment:read")
  const query = useRead<Panel>(apiPath("orders", order.id), { enabled })
  const { refetch } = query
  const read = useRef(order)
  useEffect(() => {
    if (enabled && read.current !== order) {
      read.current = order
      void refetch()
    }
  }, [enabled, order, refetch])
  return query
}

function isKeptFor({ id }: Order, payments: PanelPayment[]): boolean {
  return payments
    .flatMap(({ deposits }) => deposits)
    .flatMap(({ allocations }) => allocations)
    .some(({ kind, order_id }) => kind === "kept" && order_id === id)
}

type OrderPaymentProps = {
  payment: PanelPayment
  /** Of all payments. */
  refunds: Api.AdminRefund[]
  exceptions: Api.AdminException[]
}

function OrderPayment({ payment, refunds, exceptions }: OrderPaymentProps) {
  const texts = useTexts()
  const { t, coins, dateTime } = texts
  const { amount, currency, net_amount, chain } = payment
  const sum = coins(amount, currency)
  const proof = proofState(payment)
  const note = captureNote(payment)
  return (
    <article aria-label={`${t("payments.one")} ${sum}`} className="divide-y">
      <div className="bg-ui-bg-subtle flex flex-wrap items-center justify-between gap-2 px-6 py-3">
        <div className="flex flex-wrap items-center gap-2">
          <PaymentStatusBadge payment={payment} />
          <ModeBadge mode={payment.mode} />
        </div>
        <CheckNowButton payment={payment} />
      </div>
      <OpenItems paymentId={payment.id} {...{ exceptions, refunds }} />
      <Facts
        facts={{
          "common.fields.created": dateTime(payment.created_at),
          "payments.fields.captured": payment.captured_at
            ? dateTime(payment.captured_at)
            : ((note && t(note)) ?? "—"),
          "payments.fields.cartAmount":
            payment.rate &&
            texts.money(payment.cart_amount, payment.cart_currency),
          "payments.fields.rate": rateText(texts, payment),
          "payments.fields.due": sum,
          "payments.fields.net": net_amount && coins(net_amount, currency),
          "common.fields.rail": t(`common.rail.${payment.rail}`),
          "common.fields.network": chain && networkName(chain),
          "proof.title": proof && <ProofBadge status={proof} />,
        }}
      />
      <Part title={t("deposits.money")} level="h3">
        <Money deposits={payment.deposits} />
      </Part>
      <div className="px-6 py-3">
        <PaymentLink id={payment.id}>{t("orderPanel.openPayment")}</PaymentLink>
      </div>
    </article>
  )
}

type OrderDueProps = { order: Order; due: NonNullable<Panel["due"]> }

/**
 * States what an order still asks for. The button creates Medusa's payment
 * collection for it, whose link Medusa's own summary then offers.
 */
function OrderDue({ order, due }: OrderDueProps) {
  const { t, money } = useTexts()
  const mayAsk = useMay("payment_collection:create")
  const ask = useAction<unknown, object>("/admin/payment-collections", () => ({
    text: t("orderPanel.due.done"),
  }))
  return (
    <div className="flex flex-col items-start gap-y-2 px-6 py-4">
      <Text size="small">
        {t("orderPanel.due.text", { sum: money(due.amount, due.currency) })}
      </Text>
      {mayAsk && (
        <SmallButton
          isLoading={ask.isPending}
          onClick={() =>
            ask.mutate({ order_id: order.id, amount: Number(due.amount) })
          }
        >
          {t("orderPanel.due.create")}
        </SmallButton>
      )}
    </div>
  )
}
