import { GatewayError, type GatewayErrorCode } from "../../../gateway"
import { notConfigured, toMedusaError } from "../errors"

const request = { method: "POST", path: "/api/v1/transactions" }

describe("a failure of the gateway's becomes an answer that says whose turn it is", () => {
  it.each<[GatewayErrorCode, string]>([
    ["invalid", "invalid_data"],
    ["rejected", "invalid_data"],
    ["not_found", "invalid_data"],
    ["unauthorized", "unexpected_state"],
    ["rate_limited", "unexpected_state"],
    ["unavailable", "unexpected_state"],
    ["timeout", "unexpected_state"],
    ["network", "unexpected_state"],
    ["bad_answer", "unexpected_state"],
  ])("%s is %s", (code, type) => {
    const error = new GatewayError("said no.", {
      code,
      request,
      remedy: "Do this.",
    })
    expect(toMedusaError(error)).toMatchObject({
      type,
      message: "POST /api/v1/transactions said no. Do this.",
    })
  })

  it("and anything else stays what it is", () => {
    const error = new TypeError("a mistake of ours")
    expect(toMedusaError(error)).toBe(error)
  })
})

it("a rail that is not configured says what to set", () => {
  expect(
    notConfigured("hosted", ["a is missing.", "b is missing."])
  ).toMatchObject({
    type: "not_allowed",
    message:
      "Stablecoin payments (hosted) are not configured. a is missing. b is missing.",
  })
})
