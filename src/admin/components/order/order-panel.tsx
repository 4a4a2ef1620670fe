import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useOrderPanel } from "./use-order-panel"
import { statusOf } from "../../lib/sdk"
import { LoadError } from "../query-states"
import { Section } from "../section"
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
  const payments = query.data?.payments ?? []
  const refunds = query.data?.refunds ?? []
  const exceptions = query.data?.exceptions ?? []
  if (!payments.length) {
    return null
  }
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
    </Section>
  )
}
