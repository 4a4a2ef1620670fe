import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import { useRow } from "../resource/queries"
import { WebhookDrawer } from "../webhooks/webhook-drawer"
import { ExceptionDrawer } from "../exceptions/exception-drawer"
import { LoadError, SectionSkeleton } from "../query-states"
import { Money } from "../deposits/money"
import { RefundDrawer } from "../refunds/refund-drawer"
import { Section } from "../section"
import { TwoColumns } from "../two-columns"
import { PaymentAttention } from "./payment-attention"
import { PaymentGeneral } from "./payment-general"
import { PaymentGateway, PaymentLinks } from "./payment-records"
import { PaymentProof } from "../proof/payment-proof"
import { PaymentRelated } from "./payment-related"
import { PaymentTimeline } from "./payment-timeline"

/**
 * The page of a payment. Its exceptions, refunds and webhooks open in drawers.
 */
export function PaymentPage() {
  const { t } = useTranslation("stablecoin")
  const { id = "" } = useParams()
  const query = useRow("payments", id)

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
            <PaymentAttention paymentId={payment.id} />
            <PaymentGeneral payment={payment} facts={facts} />
            <Section title={t("deposits.money")}>
              <Money deposits={payment.deposits} />
            </Section>
            <PaymentProof payment={payment} />
            <PaymentRelated paymentId={payment.id} />
          </>
        }
        side={
          <>
            <PaymentLinks payment={payment} />
            <PaymentGateway payment={payment} />
            <PaymentTimeline payment={payment} facts={facts} />
          </>
        }
      />
      <ExceptionDrawer />
      <RefundDrawer />
      <WebhookDrawer />
    </>
  )
}
