import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { CodeText } from "../code-text"
import { DraftOrderLink, draftLabel } from "../exceptions/draft-order"
import { CustomerLink } from "../customer-link"
import { OrderLink } from "../order-link"
import { Row, Rows, Section } from "../section"

/**
 * The records in Medusa that a payment belongs to. Carts, sessions and
 * collections have no page there, so their ids can be copied.
 */
export function PaymentLinks({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const { cart_id, draft_order } = payment
  return (
    <Section title={t("payments.sections.links")}>
      <Rows>
        <Row label={t("common.fields.order")}>
          <OrderLink order={payment.order} orderId={payment.order_id} />
        </Row>
        {draft_order && (
          <Row label={draftLabel(t, draft_order)}>
            <DraftOrderLink order={draft_order} />
          </Row>
        )}
        <Row label={t("common.fields.customer")}>
          <CustomerLink customer={payment.customer} />
        </Row>
        {cart_id && (
          <Row label={t("payments.fields.cartId")}>
            <CodeText text={cart_id} what={t("payments.fields.cartId")} />
          </Row>
        )}
        <Row label={t("payments.fields.sessionId")}>
          <CodeText
            text={payment.session_id}
            what={t("payments.fields.sessionId")}
          />
        </Row>
        <Row label={t("payments.fields.collectionId")}>
          <CodeText
            text={payment.payment_collection_id}
            what={t("payments.fields.collectionId")}
          />
        </Row>
      </Rows>
    </Section>
  )
}
