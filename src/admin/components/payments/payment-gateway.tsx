import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { CodeText } from "../code-text"
import { Address } from "../on-chain"
import { Row, Rows, Section } from "../section"

/** The payment's identifiers and address at the gateway. */
export function PaymentGateway({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const { chain, mode, destination_address, gateway_id, reference } = payment
  const id = (name: "gatewayId" | "orderNo" | "reference", text: string) => (
    <Row label={t(`payments.fields.${name}`)}>
      <CodeText text={text} what={t(`payments.fields.${name}`)} />
    </Row>
  )
  return (
    <Section title={t("payments.sections.gateway")}>
      <Rows>
        {gateway_id && id("gatewayId", gateway_id)}
        {id("orderNo", payment.id)}
        {reference && id("reference", reference)}
        {destination_address && (
          <Row label={t("payments.fields.destination")}>
            <Address
              address={destination_address}
              chain={chain}
              mode={mode}
              what={t("payments.fields.destination")}
            />
          </Row>
        )}
        <Row label={t("payments.fields.account")}>
          <CodeText
            text={payment.account}
            what={t("payments.fields.account")}
          />
        </Row>
      </Rows>
    </Section>
  )
}
