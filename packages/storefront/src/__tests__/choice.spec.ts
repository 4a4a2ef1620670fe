import { createElement } from "react"
import { renderToString } from "react-dom/server"
import type { StoreOption } from "../index.ts"
import { choiceOf } from "../react/choice.ts"
import { Choices } from "../react/choices.tsx"
import { en } from "../react/labels.ts"
import type { UseStablecoinPayment } from "../react/types.ts"

const chain = (
  code: string,
  is_default = false,
  currencies = ["USDT", "USDC"]
) => ({
  currencies,
  code,
  name: code,
  evm_chain_id: 1,
  explorer: { name: "", url: "" },
  is_default,
})
const HOSTED: StoreOption = {
  rail: "hosted",
  provider_id: "hosted",
  amount: "1.00",
  currencies: [
    { code: "USDT", is_default: false },
    { code: "USDC", is_default: true },
  ],
}
const ONCHAIN: StoreOption = {
  rail: "onchain",
  provider_id: "onchain",
  amount: "1.00",
  currencies: [{ code: "USDT", is_default: true }],
  chains: [chain("ETH"), chain("BASE", true)],
}

const render = (options: StoreOption[], wanted = {}, more = {}): string => {
  const offered = { options, quote: null, ...more }
  const page = { offered, choice: choiceOf(options, wanted) }
  return renderToString(
    createElement(Choices, {
      page: page as UseStablecoinPayment,
      labels: en,
      onPay: () => {},
    })
  )
}

it.each([
  ["no selection: the first option and its default coin", {}, "hosted USDC -"],
  ["an option", { provider_id: "onchain" }, "onchain USDT BASE"],
  ["a coin that the option has", { currency: "USDT" }, "hosted USDT -"],
  [
    "a coin that the option does not have",
    { provider_id: "onchain", currency: "USDC" },
    "onchain USDT BASE",
  ],
  ["a network", { provider_id: "onchain", chain: "ETH" }, "onchain USDT ETH"],
  [
    "an option that is gone",
    { provider_id: "card", chain: "ETH" },
    "hosted USDC -",
  ],
])("%s", (_, wanted, expected) => {
  const choice = choiceOf([HOSTED, ONCHAIN], wanted)
  expect(
    `${choice?.option.provider_id} ${choice?.currency.code} ${choice?.chain?.code ?? "-"}`
  ).toBe(expected)
})

describe("where a network takes only one coin", () => {
  const SOME: StoreOption = {
    ...ONCHAIN,
    currencies: [
      { code: "USDC", is_default: true },
      { code: "USDT", is_default: false },
    ],
    chains: [
      chain("ETH"),
      chain("BASE", true, ["USDC"]),
      chain("BSC", false, ["USDT"]),
    ],
  }

  it.each([
    [{}, "USDC BASE"],
    [{ currency: "USDT" }, "USDT ETH"],
    [{ currency: "USDT", chain: "BASE" }, "USDT ETH"],
    [{ currency: "USDT", chain: "BSC" }, "USDT BSC"],
    [{ chain: "BSC" }, "USDC BASE"],
  ])("the selection %j pays %s", (wanted, expected) => {
    const choice = choiceOf([SOME], wanted)
    expect(`${choice?.currency.code} ${choice?.chain?.code}`).toBe(expected)
  })

  it("a cart in another currency shows both sums, and until when", () => {
    const quote = { rate: "1.08", valid_until: "2026-11-29T16:15:00.000Z" }
    const euros = { quote, total: "12.50", currency_code: "eur" }
    const text = render([SOME], {}, euros).replaceAll("<!-- -->", "")
    expect(text).toMatch(
      /You pay 1\.00 USDC<small[^>]*> For €12\.50, at a rate of [\d.]+ US dollars\. Kept until \d+:15/
    )
    expect(render([SOME])).not.toContain("is kept until")
  })

  it("the buyer selects among the networks of the coin", () => {
    const shown = render([SOME], { currency: "USDT" })
    expect(shown).toContain('value="BSC"')
    expect(shown).not.toContain('value="BASE"')
  })
})

it("chooses no option if none can be paid", () => {
  expect(choiceOf([], {})).toBeNull()
  expect(choiceOf([{ ...ONCHAIN, chains: [] }], {})).toBeNull()
})

it("asks how to pay only where there are several ways", () => {
  const both = render([HOSTED, ONCHAIN])
  for (const text of [en.way, en.hostedHint, en.onchainHint]) {
    expect(both).toContain(text)
  }
  const one = render([ONCHAIN])
  expect(one).not.toContain(en.way)
  expect(one).toContain(en.onchain)
  expect(one).toContain(en.network)
})
