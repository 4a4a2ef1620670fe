import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { Address } from "../on-chain"
import { Row } from "../section"

/** The address that paid, as the network shows it. */
export function SenderRow({
  sender,
  chain,
  mode,
}: {
  sender: string
} & Pick<AdminPaymentDetail, "chain" | "mode">) {
  const { t } = useTranslation("stablecoin")
  const label = t("proof.fields.sender")
  return (
    <Row label={label}>
      <Address address={sender} chain={chain} mode={mode} what={label} />
    </Row>
  )
}
