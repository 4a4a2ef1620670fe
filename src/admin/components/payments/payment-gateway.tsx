import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { CodeText } from "../code-text"
import { Address, TxHash } from "../on-chain"
import { Row, Rows, Section } from "../section"

/** The payment's identifiers at the gateway and on the network. */
export function PaymentGateway({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const { chain, mode, tx_hash, destination_address, gateway_id, reference } =
    payment
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
        {tx_hash && (
          <Row label={t("common.fields.txHash")}>
            <TxHash hash={tx_hash} chain={chain} mode={mode} />
          </Row>
        )}
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
