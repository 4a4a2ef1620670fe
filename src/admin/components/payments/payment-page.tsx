import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useParams } from "react-router-dom"
import { Money } from "../deposits/deposit-facts"
import { ExceptionDrawer } from "../exceptions/exception-drawer"
import { PaymentProof } from "../proof/proof"
import { Loaded } from "../query-states"
import { RefundDrawer } from "../refunds/refund-drawer"
import { useRelated, useRow } from "../resource/queries"
import { Section } from "../section"
import { TwoColumns } from "../two-columns"
import { WebhookDrawer } from "../webhooks/webhook-drawer"
import { OpenItems } from "./open-items"
import { PaymentGeneral } from "./payment-general"
import { PaymentGateway, PaymentLinks } from "./payment-records"
import { PaymentRelated } from "./payment-related"
import { PaymentTimeline } from "./payment-timeline"

/**
 * The page of a payment. Its exceptions, refunds and webhooks open in drawers.
 */
export function PaymentPage() {
  const { t } = useTranslation("stablecoin")
  const { id = "" } = useParams()
  const { rows: exceptions = [] } = useRelated("exceptions", id)
  const { rows: refunds = [] } = useRelated("refunds", id)
  return (
    <Loaded query={useRow("payments", id)} rows={6}>
      {({ payment, facts }) => (
        <>
          <TwoColumns
            main={
              <>
                <Container className="divide-y overflow-hidden p-0 empty:hidden">
                  <OpenItems paymentId={id} {...{ exceptions, refunds }} />
                </Container>
                <PaymentGeneral payment={payment} facts={facts} />
                <Section title={t("deposits.money")}>
                  <Money deposits={payment.deposits} />
                </Section>
                <PaymentProof payment={payment} />
                <PaymentRelated paymentId={id} />
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
      )}
    </Loaded>
  )
}
