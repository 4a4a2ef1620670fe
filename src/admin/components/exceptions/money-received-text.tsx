import type { MoneyReceived } from "./money-received"
import { useTexts } from "../../lib/use-texts"

/** A sentence about the money received. */
export function MoneyReceivedText({ held }: { held: MoneyReceived }) {
  const { t, coinsText } = useTexts()
  const sum = "coins" in held ? coinsText(held.coins) : ""
  return <p>{t(`exceptions.received.${held.what}`, { sum })}</p>
}
