import type { AdminExceptionDetail } from "../../../http-types"
import { CopyButton } from "../copy-button"
import { sourceFact } from "../deposits/deposit-facts"
import { destinationOf } from "./money-received"
import { useTexts } from "../../lib/use-texts"

/** Copies what the gateway's support needs to find the money. */
export function SupportText({
  exception,
}: {
  exception: AdminExceptionDetail
}) {
  const texts = useTexts()
  const { t, coinsText } = texts
  const { payment, payment_id, deposit, details } = exception
  const coins = deposit ?? payment
  const facts = {
    [t("exceptions.facts.orderNo")]: payment_id,
    [t("common.fields.txHash")]: deposit?.tx_hash ?? details?.tx_hash,
    [t("payments.fields.destination")]: destinationOf(exception),
    [t("common.fields.amount")]: coins && coinsText(coins),
    [t("deposits.fields.source")]: deposit && sourceFact(texts, deposit)[1],
  }
  const known = Object.entries(facts).filter(([, text]) => text)
  const lines = known.map(([label, text]) => `${label}: ${text}`)
  return (
    <span className="inline-flex items-center gap-x-1">
      {known.map(([label]) => label).join(", ")}
      <CopyButton text={lines.join("\n")} what={t("exceptions.support.what")} />
    </span>
  )
}
