import { useTranslation } from "react-i18next"
import type { Held } from "./held"
import { useFormat } from "../../lib/use-format"
import { networkName } from "../on-chain"

/** A sentence about the money received. */
export function HeldText({ held }: { held: Held }) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  if (held.what !== "reported" && held.what !== "payment") {
    return <p>{t(`exceptions.hold.${held.what}`)}</p>
  }
  const { amount, currency, chain } = held.coins
  const sum = coins(amount, currency)
  return (
    <p>
      {t(`exceptions.hold.${held.what}`, {
        sum: chain
          ? t("exceptions.hold.onNetwork", { sum, network: networkName(chain) })
          : sum,
      })}
    </p>
  )
}
