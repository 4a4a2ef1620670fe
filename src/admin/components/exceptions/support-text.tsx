import { useTranslation } from "react-i18next"
import type { AdminExceptionDetail } from "../../../http-types"
import { CopyButton } from "../copy-button"
import { useCoinsText } from "../use-coins-text"

/** Copies what the gateway's support needs to find the money. */
export function SupportText({
  exception: { payment, payment_id, deposit, details },
}: {
  exception: AdminExceptionDetail
}) {
  const { t } = useTranslation("stablecoin")
  const coinsText = useCoinsText()
  const coins = deposit ?? payment
  const facts = {
    [t("exceptions.facts.orderNo")]: payment_id,
    [t("common.fields.txHash")]: deposit?.tx_hash ?? details?.tx_hash,
    [t("payments.fields.destination")]:
      deposit?.destination_address ?? payment?.destination_address,
    [t("common.fields.amount")]: coins && coinsText(coins),
  }
  const lines = Object.entries(facts).flatMap(([label, text]) =>
    text ? `${label}: ${text}` : []
  )
  return (
    <span className="inline-flex items-center gap-x-1">
      {t("exceptions.support.show")}
      <CopyButton text={lines.join("\n")} what={t("exceptions.support.what")} />
    </span>
  )
}
