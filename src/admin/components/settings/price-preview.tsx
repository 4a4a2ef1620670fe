import type { AdminPrice } from "../../../http-types"
import { amountOf } from "../../../pricing/amount"
import { basisText, pricesText, usePrices } from "../../lib/prices"
import { useSettings } from "../../lib/settings"
import { useTexts } from "../../lib/use-texts"

/** The sum that the preview converts. */
const SUM = "100"

/**
 * The present price of each other currency, or why it has none.
 *
 * @param props.spread percent as typed; absent or invalid: the saved one
 */
export function PricePreview({ spread: typed }: { spread?: string }) {
  const { t } = useTexts()
  const { prices = [] } = usePrices()
  const saved = useSettings().pricing.spread.value ?? "0"
  const spread = typed && Number(typed) >= 0 ? typed.trim() : saved
  return (
    <ul
      aria-label={t("settings.prices.title")}
      className="txt-compact-small flex flex-col gap-y-1 empty:hidden"
    >
      {prices.map((price) => (
        <li key={price.currency}>
          <PriceText {...{ price, spread }} />
        </li>
      ))}
    </ul>
  )
}

function PriceText({ price, spread }: { price: AdminPrice; spread: string }) {
  const texts = useTexts()
  const { t, money, coins } = texts
  const { currency, rate, reason, sources } = price
  const [coin] = price.coins
  if (rate && coin) {
    return t("settings.prices.now", {
      sum: money(SUM, currency),
      amount: coins(amountOf(SUM, { rate, spread }), coin),
      basis: basisText(texts, { sources, spread }),
    })
  }
  return (
    <span className="text-ui-fg-error">
      {t(`settings.prices.none.${reason ?? "no_source"}`, {
        currency: currency.toUpperCase(),
        prices: pricesText(texts, sources),
      })}
    </span>
  )
}
