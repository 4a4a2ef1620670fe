import { coinProblem, DOLLAR, rateOf } from "../../pricing"
import { check, error, ok, warning } from "../check"

/** Whether carts of every region that offers stablecoins have a price. */
export const prices = check(
  "prices",
  async ({ settings, regions, ...more }) => {
    const { general, pricing, rows } = await settings()
    const configured = general.ok ? general.value.currencies : {}
    const offered = (await regions()).map(({ currency }) => currency)
    const codes = [...new Set(offered)].filter(
      (code) => code !== DOLLAR && configured[code]
    )
    if (!pricing.ok) {
      return error("not_configured", { problems: pricing.problems.join(" ") })
    }
    const now = new Date()
    const sold = new Set(offered.flatMap((code) => configured[code] ?? []))
    const coins = [...sold].map((code) => ({
      code,
      problem: coinProblem(code, pricing.value, rows.prices, now),
    }))
    const depegged = coins.flatMap(({ code, problem }) =>
      problem === "depegged" ? code : []
    )
    const rates = codes.map((code) => ({
      code: code.toUpperCase(),
      rate: rateOf(code, pricing.value, rows.prices, now),
    }))
    const unknown = [
      ...rates.filter(({ rate }) => !rate.ok),
      ...coins.filter(({ problem }) => problem && problem !== "depegged"),
    ]
    if (unknown.length) {
      const sources = await more.stablecoin.repository.prices.list()
      return error("unknown", {
        currencies: unknown.map(({ code }) => code).join(", "),
        problems: sources
          .flatMap(({ source, problem }) => problem && `${source}: ${problem}`)
          .filter(Boolean)
          .join(" "),
      })
    }
    if (depegged.length) {
      return warning("depegged", { coins: depegged.join(", ") })
    }
    return rates.length
      ? ok("known", {
          rates: rates
            .map(({ code, rate }) => `${code} ${rate.ok ? rate.value : ""}`)
            .join(", "),
        })
      : ok("not_needed")
  }
)
