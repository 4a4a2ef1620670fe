import { saidOf } from "../starts"

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
