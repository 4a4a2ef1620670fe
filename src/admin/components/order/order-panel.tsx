import { Container, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminOrderPanelResponse } from "../../../http-types"
import { useOrderPanel } from "./use-order-panel"
import { statusOf } from "../../lib/sdk"
import { LoadError } from "../query-states"
import { Section } from "../section"
import { OrderDue } from "./order-due"
import { OrderPayment } from "./order-payment"

/**
 * Shows how an order was paid in stablecoins. Orders paid by other means get no
 * panel.
 */
export function OrderPanel({ data: order }: { data: { id: string } }) {
  const { t } = useTranslation("stablecoin")
  const query = useOrderPanel(order)
  if (query.error && !query.data) {
    return statusOf(query.error) === 404 ? null : (
      <Container className="p-0">
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      </Container>
    )
  }
  if (!query.data?.payments.length) {
    return null
  }
  const { payments } = query.data
  const refunds = query.data.refunds ?? []
  const exceptions = query.data.exceptions ?? []
  const hidden = hiddenFrom(query.data)
  return (
    <Section
      title={t(
        payments.length > 1 ? "orderPanel.titleMany" : "orderPanel.title"
      )}
    >
      {payments.map((payment) => (
        <OrderPayment
          key={payment.id}
          payment={payment}
          refunds={refunds.filter((row) => row.payment_id === payment.id)}
          exceptions={exceptions.filter((row) => row.payment_id === payment.id)}
        />
      ))}
      {isKeptFor(order, payments) && (
        <Text size="small" className="px-6 py-4">
          {t("orderPanel.kept")}
        </Text>
      )}
      {query.data.due && <OrderDue order={order} due={query.data.due} />}
      {hidden && (
        <Text size="small" className="px-6 py-4 text-ui-fg-subtle">
          {t(`orderPanel.hidden.${hidden}`)}
        </Text>
      )}
    </Section>
  )
}

function isKeptFor(
  { id }: { id: string },
  payments: AdminOrderPanelResponse["payments"]
): boolean {
  return payments
    .flatMap(({ deposits }) => deposits)
    .flatMap(({ allocations }) => allocations)
    .some(({ kind, order_id }) => kind === "kept" && order_id === id)
}

/** Names what the user's role keeps from an order's panel. */
function hiddenFrom({
  refunds,
  exceptions,
}: AdminOrderPanelResponse): "both" | "refunds" | "exceptions" | null {
  if (refunds && exceptions) {
    return null
  }
  return refunds ? "exceptions" : exceptions ? "refunds" : "both"
}
