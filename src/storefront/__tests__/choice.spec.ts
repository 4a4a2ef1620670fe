import type { StoreOption } from "../index.ts"
import { choiceOf } from "../react/choice.ts"
import { clock, timeLeft } from "../react/use-time-left.ts"

const chain = (code: string, is_default = false) => ({
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
    { code: "USDT", is_default: false, methods: [] },
    { code: "USDC", is_default: true, methods: [] },
  ],
}
const ONCHAIN: StoreOption = {
  rail: "onchain",
  provider_id: "onchain",
  amount: "1.00",
  currencies: [{ code: "USDT", is_default: true }],
  chains: [chain("ETH"), chain("BASE", true)],
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

it("chooses no option if none can be paid", () => {
  expect(choiceOf([], {})).toBeNull()
  expect(choiceOf([{ ...ONCHAIN, chains: [] }], {})).toBeNull()
})

it.each([
  [-1, "0:00"],
  [9_999, "0:09"],
  [545_000, "9:05"],
  [3_600_000, "1:00:00"],
  [86_352_000, "23:59:12"],
])("%d ms are %s", (ms, text) => {
  expect(clock(ms)).toBe(text)
})

it.each([
  ["half an hour ahead", -1_800_000],
  ["half an hour behind", 1_800_000],
  ["right", 0],
])("shows the remaining time on a device whose clock is %s", (_, offset) => {
  const store = Date.parse("2026-11-22T10:00:00.000Z")
  const device = store - offset
  const until = "2026-11-22T10:09:05.000Z"
  expect(timeLeft(until, device, offset)).toBe("9:05")
})

it("shows no time while the store's clock is unknown", () => {
  expect(timeLeft("2026-11-22T10:00:00.000Z", 0, undefined)).toBeNull()
  expect(timeLeft(null, 0, 0)).toBeNull()
})
