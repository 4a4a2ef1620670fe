import { useTranslation } from "react-i18next"
import { useCoinsText } from "../use-coins-text"
import type { MoneyReceived } from "./money-received"

/** A sentence about the money received. */
export function MoneyReceivedText({ held }: { held: MoneyReceived }) {
  const { t } = useTranslation("stablecoin")
  const coinsText = useCoinsText()
  const sum = "coins" in held ? coinsText(held.coins) : ""
  return <p>{t(`exceptions.received.${held.what}`, { sum })}</p>
}
