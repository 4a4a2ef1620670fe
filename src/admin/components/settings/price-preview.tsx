import { clx } from "@medusajs/ui"
import { amountOf } from "../../../pricing/amount"
import { basisText, pricesText, usePrices } from "../../lib/prices"
import { useSettings } from "../../lib/settings"
import { useTexts } from "../../lib/use-texts"

/** The sum that the preview converts. */
const SUM = "100"

/** @param spread percent as typed; absent or invalid: the saved one */
type PricePreviewProps = { spread?: string; className: string }

/** The present price of each other currency, or why it has none. */
export function PricePreview({ spread: typed, className }: PricePreviewProps) {
  const texts = useTexts()
  const { t, money, coins: coinsOf } = texts
  const { prices = [], sources: states = [] } = usePrices()
  const saved = useSettings().pricing.spread.value ?? "0"
  const spread = typed && Number(typed) >= 0 ? typed.trim() : saved
  const isUnread = states.some(({ fetched_at }) => fetched_at === null)
  const why = (reason: (typeof prices)[number]["reason"]) =>
    !reason || (reason === "no_source" && isUnread) ? "unread" : reason
  return (
    <ul
      aria-label={t("settings.prices.title")}
      className={clx("txt-small flex flex-col gap-y-1 empty:hidden", className)}
    >
      {prices.map(({ currency, coins: [coin], rate, reason, sources }) =>
        rate && coin ? (
          <li key={currency}>
            {t("settings.prices.now", {
              sum: money(SUM, currency),
              amount: coinsOf(amountOf(SUM, { rate, spread }), coin),
              basis: basisText(texts, { sources, spread }),
            })}
          </li>
        ) : (
          <li key={currency} className="text-ui-fg-error">
            {t(`settings.prices.none.${why(reason)}`, {
              currency: currency.toUpperCase(),
              prices: pricesText(texts, sources),
            })}
          </li>
        )
      )}
    </ul>
  )
}
