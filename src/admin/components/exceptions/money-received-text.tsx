import { useTranslation } from "react-i18next"
import type { MoneyReceived } from "./money-received"
import { useFormat } from "../../lib/use-format"
import { networkName } from "../on-chain"

/** A sentence about the money received. */
export function MoneyReceivedText({ held }: { held: MoneyReceived }) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  if (held.what !== "reported" && held.what !== "payment") {
    return <p>{t(`exceptions.received.${held.what}`)}</p>
  }
  const { amount, currency, chain } = held.coins
  const sum = coins(amount, currency)
  return (
    <p>
      {t(`exceptions.received.${held.what}`, {
        sum: chain
          ? t("exceptions.received.onNetwork", {
              sum,
              network: networkName(chain),
            })
          : sum,
      })}
    </p>
  )
}
