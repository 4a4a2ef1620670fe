import { coinRefused, saidOf } from ".."

it.each([
  [{ said: "Invalid data." }, "Invalid data."],
  [
    {
      said: "Invalid data.",
      fields: { chain: ["Off.", "Try BSC."], a: ["b"] },
    },
    "Invalid data. chain: Off. Try BSC. a: b",
  ],
  [{ fields: { chain: ["Off."] } }, "chain: Off."],
  [{}, null],
])("quotes what the gateway said in %j", (answer, said) => {
  expect(saidOf({ reason: "invalid", ...answer })).toBe(said)
})

it("quotes no more than a merchant reads", () => {
  const fields = { chain: Array<string>(10).fill("x".repeat(300)) }
  expect(saidOf({ reason: "invalid", fields })).toHaveLength(500)
})

it.each([
  ["BASE", "Off."],
  [null, null],
])("names the coin on %s, once for each row of refusals", (chain, said) => {
  const payment = {
    id: "stpay_1",
    account: "onchain_1",
    rail: "onchain",
    currency: "USDT",
    chain,
  } as const
  expect(coinRefused(payment, said)).toMatchObject({
    key: "stpay_1:coin_refused",
    details: { account: "onchain_1", currency: "USDT", chain, said },
  })
})
