import { GatewayError, type GatewayErrorCode } from "../../../gateway"
import { notConfigured, startFailure } from "../errors"

const request = { method: "POST", path: "/api/v1/transactions" }

function logged() {
  const lines: string[] = []
  return { lines, logger: { error: (line: string) => void lines.push(line) } }
}

describe("a start that fails at the gateway", () => {
  const payment = { id: "stpay_1", currency: "USDT", chain: "BASE" }

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
        `Stablecoin payments: payment stpay_1 could not be started: ${error.message}`,
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
    const error = new GatewayError("was rejected as invalid (HTTP 422).", {
      code: "invalid",
      request,
      remedy: "Correct the named fields.",
      status: 422,
      fields: { chain: ["not enabled"] },
    })
    const { logger } = logged()
    expect(startFailure(error, { ...payment, chain }, logger)).toMatchObject({
      type: "invalid_data",
      message,
    })
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
