import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { codeFact } from "../code-text"
import { orderFacts } from "../exceptions/draft-order"
import { CustomerLink } from "../links"
import { addressFact } from "../on-chain"
import { Facts, Section } from "../section"

type PaymentProps = { payment: AdminPaymentDetail }

/**
 * The records in Medusa that a payment belongs to. Carts, sessions and
 * collections have no page there, so their ids can be copied.
 */
export function PaymentLinks({ payment }: PaymentProps) {
  const { t } = useTranslation("stablecoin")
  const { draft_order } = payment
  return (
    <Section title={t("payments.sections.links")}>
      <Facts
        facts={[
          ...orderFacts(t, draft_order, payment.order, payment.order_id),
          [
            t("common.fields.customer"),
            <CustomerLink customer={payment.customer} />,
          ],
          codeFact(t("payments.fields.cartId"), payment.cart_id),
          codeFact(t("payments.fields.sessionId"), payment.session_id),
          codeFact(
            t("payments.fields.collectionId"),
            payment.payment_collection_id
          ),
        ]}
      />
    </Section>
  )
}

/** The payment's identifiers and address at the gateway. */
export function PaymentGateway({ payment }: PaymentProps) {
  const { t } = useTranslation("stablecoin")
  const { id, destination_address, gateway_id, reference, account } = payment
  return (
    <Section title={t("payments.sections.gateway")}>
      <Facts
        facts={[
          codeFact(t("payments.fields.gatewayId"), gateway_id),
          codeFact(t("payments.fields.orderNo"), id),
          codeFact(t("payments.fields.reference"), reference),
          addressFact(
            t("payments.fields.destination"),
            destination_address,
            payment
          ),
          codeFact(t("payments.fields.account"), account),
        ]}
      />
    </Section>
  )
}
