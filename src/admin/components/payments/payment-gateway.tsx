import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { CodeText } from "../code-text"
import { Address } from "../on-chain"
import { Facts, Section } from "../section"

/** The payment's identifiers and address at the gateway. */
export function PaymentGateway({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const { chain, mode, destination_address, gateway_id, reference } = payment
  const id = (name: IdName, text: string | null) => {
    const what = t(`payments.fields.${name}`)
    return [what, text && <CodeText text={text} what={what} />] as const
  }
  const destination = t("payments.fields.destination")
  return (
    <Section title={t("payments.sections.gateway")}>
      <Facts
        facts={[
          id("gatewayId", gateway_id),
          id("orderNo", payment.id),
          id("reference", reference),
          [
            destination,
            destination_address && (
              <Address
                {...{ chain, mode }}
                address={destination_address}
                what={destination}
              />
            ),
          ],
          id("account", payment.account),
        ]}
      />
    </Section>
  )
}

type IdName = "gatewayId" | "orderNo" | "reference" | "account"
