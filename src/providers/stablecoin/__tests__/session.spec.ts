import { payment } from "../../../ledger/__tests__/samples"
import { sessionData, sessionStatus } from "../session"

/** Values of a row that a storefront may not see. */
const SECRETS = {
  gateway_id: "secret-gateway-id",
  checkout_token: "secret-checkout-token",
  account: "secret-account",
  destination_address: "secret-address",
  reference: "secret-reference",
  net_amount: "secret-net-amount",
  tx_hash: "secret-tx-hash",
  customer_id: "secret-customer",
  order_id: "secret-order",
}

it("contains what a storefront needs to redirect the buyer", () => {
  expect(sessionData(payment())).toEqual({
    session_id: "payses_1",
    payment_id: "stpay_1",
    rail: "onchain",
    status: "pending",
    redirect_url: "https://gateway.example/checkout/token-1",
    amount: "12.50",
    currency: "USDT",
    mode: "test",
    checkout_flow: "pay_first",
    expires_at: "2026-11-21T12:00:00.000Z",
    app_url: null,
    intent_url: null,
    chain: "POLYGON",
  })
})

it("contains the app links of a hosted payment, and no chain", () => {
  const hosted = payment({
    rail: "hosted",
    chain: null,
    app_url: "app://checkout/1",
    intent_url: "intent://checkout/1",
  })
  expect(sessionData(hosted)).toMatchObject({
    app_url: "app://checkout/1",
    intent_url: "intent://checkout/1",
    chain: null,
  })
})

it.each(["hosted", "onchain"] as const)(
  "contains no token, gateway id or address of a %s payment",
  (rail) => {
    const served = JSON.stringify(sessionData(payment({ ...SECRETS, rail })))
    expect(served).not.toContain("secret")
  }
)

it.each([
  ["creating", "pending"],
  ["pending", "pending"],
  ["abandoned", "pending"],
  ["failed", "error"],
  ["cancelled", "canceled"],
  ["paid", "authorized"],
] as const)("the session of a payment that is %s is %s", (status, expected) => {
  expect(sessionStatus({ status })).toBe(expected)
})
