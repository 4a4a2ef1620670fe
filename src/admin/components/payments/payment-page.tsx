import { Container } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import { usePayment } from "../../lib/payments"
import { usePermissions } from "../../lib/permissions"
import { WebhookEventDrawer } from "../webhooks/webhook-drawer"
import { ExceptionDrawer } from "../exceptions/exception-drawer"
import { LoadError, SectionSkeleton } from "../query-states"
import { RefundDrawer } from "../refunds/refund-drawer"
import { TwoColumns } from "../two-columns"
import { PaymentWebhookEvents } from "./payment-webhooks"
import { PaymentExceptions } from "./payment-exceptions"
import { PaymentGateway } from "./payment-gateway"
import { PaymentGeneral } from "./payment-general"
import { PaymentLinks } from "./payment-links"
import { PaymentRefunds } from "./payment-refunds"
import { PaymentTimeline } from "./payment-timeline"

/**
 * The page of a payment. Its exceptions, refunds and webhooks open in drawers.
 */
export function PaymentPage() {
  const { id = "" } = useParams()
  const query = usePayment(id)
  const { may } = usePermissions()

  if (query.isLoading) {
    return (
      <TwoColumns
        main={
          <>
            <SectionSkeleton rows={6} />
            <SectionSkeleton rows={3} />
          </>
        }
        side={<SectionSkeleton rows={4} />}
      />
    )
  }
  if (!query.data) {
    return (
      <Container className="p-0">
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      </Container>
    )
  }
  const { payment, facts } = query.data
  return (
    <>
      <TwoColumns
        main={
          <>
            <PaymentGeneral payment={payment} />
            {may("stablecoin_exception:read") && (
              <PaymentExceptions paymentId={payment.id} />
            )}
            {may("stablecoin_refund:read") && (
              <PaymentRefunds paymentId={payment.id} />
            )}
            {may("stablecoin_webhook:read") && (
              <PaymentWebhookEvents paymentId={payment.id} />
            )}
          </>
        }
        side={
          <>
            <PaymentLinks payment={payment} />
            <PaymentGateway payment={payment} />
            <PaymentTimeline facts={facts} />
          </>
        }
      />
      <ExceptionDrawer />
      <RefundDrawer />
      <WebhookEventDrawer />
    </>
  )
}
