import { Alert } from "@medusajs/ui"
import { DOLLAR } from "../../../settings"
import { useTexts } from "../../lib/use-texts"

/**
 * Warns about coins offered for currencies other than dollars, because amounts
 * are not converted.
 */
export function OneToOne({
  currencies,
}: {
  currencies: Readonly<Record<string, readonly string[]>>
}) {
  const { t, either } = useTexts()
  const others = Object.entries(currencies).filter(
    ([code, coins]) => code !== DOLLAR && coins.length > 0
  )
  if (others.length === 0) {
    return null
  }
  return (
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
  )
}
