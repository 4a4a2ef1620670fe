import { GatewayError, type GatewayErrorCode, refusesPair } from ".."

const refusal = (
  code: GatewayErrorCode,
  status: number,
  fields?: Record<string, string[]>,
  ambiguous = false,
  said?: string
) =>
  new GatewayError("was refused.", {
    code,
    status,
    fields,
    ambiguous,
    said,
    request: { method: "POST", path: "/api/v1/transactions" },
    remedy: "Correct the named fields.",
  })

const of = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, ["not enabled"]]))

describe("a refused creation", () => {
  it.each([
    ["a 422 that names the chain", refusal("invalid", 422, of("chain"))],
    ["a 422 that names the coin", refusal("invalid", 422, of("currency"))],
    [
      "a 422 that names the network, and the amount",
      refusal("invalid", 422, of("amount", "data.network")),
    ],
    ["a 422 without fields", refusal("invalid", 422)],
    [
      "a 422 whose sentence names the coin",
      refusal("invalid", 422, undefined, false, "USDT is not enabled."),
    ],
    ["a 400 without fields", refusal("rejected", 400)],
    [
      "a rejection with 200 that names the coin",
      refusal("rejected", 200, of("currency_code")),
    ],
  ])("is about its coin after %s", (_, error) => {
    expect(refusesPair(error)).toBe(true)
  })

  it.each([
    ["a 422 that names the amount", refusal("invalid", 422, of("amount"))],
    [
      "a 422 that names a similar field",
      refusal("invalid", 422, of("coinage", "blockchains")),
    ],
    ["a 401", refusal("unauthorized", 401, of("chain"))],
    ["a 403 that names the chain", refusal("rejected", 403, of("chain"))],
    ["a 404", refusal("not_found", 404)],
    ["a 405", refusal("rejected", 405)],
    ["a 408", refusal("bad_answer", 408, of("chain"), true)],
    ["a 429", refusal("rate_limited", 429, of("chain"))],
    [
      "a 422 whose sentence names the amount",
      refusal("invalid", 422, undefined, false, "Amount below the minimum."),
    ],
    ["a rejection with 200", refusal("rejected", 200)],
    ["a 500", refusal("unavailable", 500, of("chain"), true)],
  ])("is not about its coin after %s", (_, error) => {
    expect(refusesPair(error)).toBe(false)
  })
})
