import { chainInfo } from "../../gateway/chains"
import type { RefusedPair } from "../../ledger"
import { check, type Finding } from "../check"
import type { CheckContext } from "../context"

export const currencies = check(
  "currencies",
  async (context): Promise<Finding<"currencies">> => {
    const { general } = await context.settings()
    if (!general.ok) {
      return {
        status: "error",
        code: "not_configured",
        message: `The accepted stablecoins can't be determined. ${general.problems.join(" ")}`,
        remedy:
          "Correct the settings under Settings → Stablecoin payments, or in medusa-config.ts.",
      }
    }
    const configured = general.value.currencies
    const regions = await context.regions()
    const wanted = [...new Set(regions.map(({ currency }) => currency))]
    const missing = wanted.filter((currency) => !configured[currency])
    if (missing.length) {
      const names = regions
        .filter(({ currency }) => missing.includes(currency))
        .map(({ name }) => name)
      const codes = missing.map((code) => code.toUpperCase()).join(", ")
      return {
        status: "error",
        code: "missing",
        params: { currencies: codes, regions: names.join(", ") },
        message: `No stablecoin is set for ${codes}: carts of ${names.join(", ")} can't be paid.`,
        remedy: `Set the stablecoins for ${codes} under Settings → Stablecoin payments, or remove the provider from these regions.`,
      }
    }
    const refused = await refusedOf(context)
    if (refused.length) {
      const coins = refused.map(pairName).join(", ")
      const said = refused.find((pair) => pair.said)?.said ?? "—"
      return {
        status: "error",
        code: "refused",
        params: { coins, said },
        message: `The gateway refuses payments in ${coins}: ${said}`,
        remedy:
          "Enable them at the gateway, or remove them under Settings → Stablecoin payments → Networks.",
      }
    }
    return wanted.length
      ? {
          status: "ok",
          code: "configured",
          params: {
            currencies: wanted.map((code) => code.toUpperCase()).join(", "),
          },
          message: `Every region that offers stablecoins has stablecoins for its currency.`,
        }
      : {
          status: "ok",
          code: "none",
          message: "No region offers stablecoins, so no currency is needed.",
        }
  }
)

/** Such as `USDT (Base)`, in any language. */
function pairName({ currency, chain }: RefusedPair): string {
  const name = chainInfo(chain)?.name ?? chain
  return name === null ? currency : `${currency} (${name})`
}

/** Pairs that the gateway refuses, and that the settings still offer. */
async function refusedOf(context: CheckContext): Promise<RefusedPair[]> {
  const { general, hosted, onchain } = await context.settings()
  const coins = general.ok ? Object.values(general.value.currencies).flat() : []
  const { exceptions } = context.stablecoin.repository
  const refused = await exceptions.readRefusedPairs()
  return refused.filter(({ account, currency, chain }) => {
    const isCoin = (coin: string) => coin === currency
    return (
      coins.some(isCoin) &&
      (chain === null
        ? hosted.ok && hosted.value.account === account
        : onchain.ok &&
          onchain.value.account === account &&
          Object.entries(onchain.value.chains).some(
            ([code, taken]) => code === chain && taken.some(isCoin)
          ))
    )
  })
}
