import type { Rule } from "./rules"

/** Members of the European Union, by ISO 3166. */
const EU =
  "at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk".split(
    " "
  )

/** A region of Medusa. */
type Region = { id: string; countries?: { iso_2?: string }[] | null }

/** The rules of each preset: those of a region need one with such a country. */
export function rulePresets(regions: readonly Region[]) {
  return {
    eu: regions
      .filter(({ countries }) =>
        countries?.some(({ iso_2 = "" }) => EU.includes(iso_2))
      )
      .map(({ id }): Rule => ({ region: id, coins: ["USDC"] })),
    ethereum: [{ chain: "ETH", min: "50.00" }] satisfies Rule[],
  }
}

/** Adds a rule, or its parts to the one of the same region and network. */
export function withRule(rules: Rule[], added: Rule): Rule[] {
  const index = rules.findIndex(
    ({ region, chain }) => region === added.region && chain === added.chain
  )
  return index < 0
    ? [...rules, added]
    : rules.with(index, { ...rules[index], ...added })
}
