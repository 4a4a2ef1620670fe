import { GatewayError, type GatewayErrorCode } from "../../../gateway"
import { notConfigured, startFailure } from "../errors"

const request = { method: "POST", path: "/api/v1/transactions" }

function logged() {
  const lines: string[] = []
  return { lines, logger: { error: (line: string) => void lines.push(line) } }
}

describe("a start that fails at the gateway", () => {
  const payment = {
    id: "stpay_1",
    rail: "onchain",
    currency: "USDT",
    chain: "BASE",
  } as const
  const rejection = (
    code: GatewayErrorCode,
    status: number,
    fields: string[] = [],
    said?: string
  ) =>
    new GatewayError("was refused.", {
      code,
      status,
      fields: fields.length
        ? Object.fromEntries(fields.map((name) => [name, ["not enabled"]]))
        : undefined,
      said,
      request,
      remedy: "Correct the named fields.",
    })

  it.each<[GatewayErrorCode, boolean, string]>([
    ["invalid", false, "invalid_data"],
    ["rejected", false, "invalid_data"],
    ["not_found", false, "invalid_data"],
    ["unauthorized", false, "unexpected_state"],
    ["rate_limited", false, "unexpected_state"],
    ["unavailable", true, "unexpected_state"],
    ["timeout", false, "unexpected_state"],
    ["network", true, "unexpected_state"],
    ["private_address", false, "unexpected_state"],
    ["bad_answer", true, "unexpected_state"],
  ])(
    "with %s shows the remedy to the buyer and logs the reason",
    (code, ambiguous, type) => {
      const { lines, logger } = logged()
      const error = new GatewayError("was refused: buy our premium plan.", {
        code,
        request,
        remedy: "Check the client id.",
        ambiguous,
      })

      expect(startFailure(error, payment, logger)).toMatchObject({
        type,
        message:
          "The payment could not be started. Try again, or choose another way to pay.",
      })
      expect(lines).toEqual([
        `Stablecoin payments: payment stpay_1 (onchain, USDT on Base) could not be started: ${error.message}`,
      ])
      expect(error.message).toContain("buy our premium plan")
    }
  )

  it.each([
    ["BASE", "USDT on Base is not available. Choose another network or coin."],
    [
      "SOLANA",
      "USDT on SOLANA is not available. Choose another network or coin.",
    ],
    [
      null,
      "USDT is not available this way. Choose another coin or way to pay.",
    ],
  ])("names a refused coin on %s to the buyer", (chain, message) => {
    const { lines, logger } = logged()
    const error = rejection("invalid", 422, ["chain"])
    expect(startFailure(error, { ...payment, chain }, logger)).toMatchObject({
      type: "invalid_data",
      message,
    })
    expect(lines[0]).toContain('{"chain":["not enabled"]}')
  })

  it.each<
    [
      isAboutPair: boolean,
      code: GatewayErrorCode,
      status: number,
      fields?: string[],
      said?: string,
    ]
  >([
    [true, "invalid", 422, ["currency"]],
    [true, "invalid", 422, ["amount", "data.network"]],
    [true, "rejected", 200, ["currency_code"]],
    [true, "invalid", 422, []],
    [true, "rejected", 400, []],
    [true, "invalid", 422, [], "USDT is not enabled."],
    [false, "invalid", 422, ["amount"]],
    [false, "invalid", 422, ["coinage", "blockchains"]],
    [false, "invalid", 422, [], "Amount below the minimum."],
    [false, "rejected", 403, ["chain"]],
    [false, "rejected", 405, []],
    [false, "rejected", 200, []],
    [false, "not_found", 404, []],
    [false, "unauthorized", 401, ["chain"]],
    [false, "rate_limited", 429, ["chain"]],
    [false, "unavailable", 500, ["chain"]],
    [false, "bad_answer", 408, ["chain"]],
  ])("names the coin: %j, after %s with %i on %j", (isAboutPair, ...answer) => {
    const error = rejection(...answer)
    const { message } = startFailure(error, payment, logged().logger) as Error
    expect(message.startsWith("USDT on Base")).toBe(isAboutPair)
  })

  it("returns other errors unchanged", () => {
    const { lines, logger } = logged()
    const error = new TypeError("a bug of the plugin")
    expect(startFailure(error, payment, logger)).toBe(error)
    expect(lines).toEqual([])
  })
})

it("names the missing options of a rail that is not configured", () => {
  expect(
    notConfigured("hosted", ["a is missing.", "b is missing."])
  ).toMatchObject({
    type: "not_allowed",
    message:
      "Stablecoin payments (hosted) are not configured. a is missing. b is missing.",
  })
})
