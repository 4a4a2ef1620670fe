import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { CodeText } from "../code-text"
import { DraftOrderLink, draftLabel } from "../exceptions/draft-order"
import { CustomerLink } from "../customer-link"
import { OrderLink } from "../order-link"
import { Facts, Section } from "../section"

/**
 * The records in Medusa that a payment belongs to. Carts, sessions and
 * collections have no page there, so their ids can be copied.
 */
export function PaymentLinks({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const { cart_id, draft_order } = payment
  const id = (name: "cartId" | "sessionId" | "collectionId", text: string) => {
    const what = t(`payments.fields.${name}`)
    return [what, text && <CodeText text={text} what={what} />] as const
  }
  return (
    <Section title={t("payments.sections.links")}>
      <Facts
        facts={[
          [
            t("common.fields.order"),
            <OrderLink order={payment.order} orderId={payment.order_id} />,
          ],
          [
            draftLabel(t, draft_order),
            draft_order && <DraftOrderLink order={draft_order} />,
          ],
          [
            t("common.fields.customer"),
            <CustomerLink customer={payment.customer} />,
          ],
          id("cartId", cart_id ?? ""),
          id("sessionId", payment.session_id),
          id("collectionId", payment.payment_collection_id),
        ]}
      />
    </Section>
  )
}
