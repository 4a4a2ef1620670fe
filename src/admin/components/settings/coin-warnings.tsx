import { Alert } from "@medusajs/ui"
import { DOLLAR } from "../../../settings"
import { useTexts } from "../../lib/use-texts"

type CoinWarningsProps = {
  /** Cart currency → coins. */
  currencies: Readonly<Record<string, readonly string[]>>
  /** The coins that the hosted rail accepts. Undefined while unknown. */
  accepted: readonly string[] | undefined
}

/**
 * Warns about coins offered for currencies other than dollars, because amounts
 * are not converted, and about coins that the hosted rail does not accept now.
 */
export function CoinWarnings({ currencies, accepted }: CoinWarningsProps) {
  const { t, either } = useTexts()
  const others = Object.entries(currencies).filter(
    ([code, coins]) => code !== DOLLAR && coins.length > 0
  )
  const offered = [...new Set(Object.values(currencies).flat())]
  const refused = offered.filter((coin) => accepted?.includes(coin) === false)
  return (
    <>
      {others.length > 0 && (
        <Alert variant="warning">
          <ul>
            {others.map(([code, coins]) => (
              <li key={code}>
                {t("settings.currencies.oneToOne", {
                  currency: code.toUpperCase(),
                  coins: either(coins),
                })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert variant="warning">
          {t("settings.currencies.refused", { coins: refused.join(", ") })}
        </Alert>
      )}
    </>
  )
}
