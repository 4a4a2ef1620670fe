import { type Fact, type PaymentStatus, transition } from "../index"
import { NOW, paidFact, payment, startedFact } from "./samples"

const LINKS = {
  checkout_token: "token-1",
  redirect_url: "https://gateway.example/checkout/token-1",
  app_url: "app://token-1",
  intent_url: "intent://token-1",
}
const NO_LINKS = {
  checkout_token: null,
  redirect_url: null,
  app_url: null,
  intent_url: null,
}

describe("the gateway's checkout links", () => {
  it.each<[string, Fact]>([
    ["paid", paidFact()],
    ["failed", { kind: "failed" }],
    ["cancelled", { kind: "cancelled" }],
    ["abandoned", { kind: "abandoned" }],
    ["refused", { kind: "refused", reason: "invalid" }],
  ])("are removed by the fact that ends the payment: %s", (_, fact) => {
    const { patch } = transition(payment(LINKS), fact, NOW)
    expect(patch).toMatchObject(NO_LINKS)
  })

  it("are kept while the buyer may still pay there", () => {
    const facts: Fact[] = [
      { kind: "opened" },
      { kind: "superseded" },
      { kind: "returned", result: "cancel" },
    ]
    for (const fact of facts) {
      const { patch } = transition(payment(LINKS), fact, NOW)
      expect(Object.keys(patch)).not.toContain("redirect_url")
    }
  })

  it.each<PaymentStatus>(["paid", "failed", "cancelled", "abandoned"])(
    "are not stored if the gateway responds after the payment was %s",
    (status) => {
      const ended = payment({ ...NO_LINKS, status })
      const { patch } = transition(ended, startedFact(LINKS), NOW)
      expect(patch).not.toMatchObject({ redirect_url: LINKS.redirect_url })
      expect({ ...ended, ...patch }).toMatchObject(NO_LINKS)
    }
  )
})

describe("an erased customer", () => {
  const ERASED = {
    customer_id: null,
    cart_id: null,
    success_url: null,
    cancel_url: null,
  }
  const forget = { kind: "forgotten" } as const

  it.each<PaymentStatus>(["creating", "pending"])(
    "is kept on a payment that is %s, since the buyer may be paying it",
    (status) => {
      const { patch } = transition(payment({ status }), forget, NOW)
      expect(patch).toEqual({})
    }
  )

  it.each<PaymentStatus>(["paid", "failed", "cancelled"])(
    "is removed from a payment that is %s, which keeps its amounts and hashes",
    (status) => {
      const ended = payment({ ...NO_LINKS, status })
      const { patch } = transition(ended, forget, NOW)
      expect(patch).toEqual({ ...ERASED, return_token: null })
      const again = transition({ ...ended, ...patch }, forget, NOW)
      expect(again.patch).toEqual({})
    }
  )

  it("is removed from an abandoned payment, which keeps its return token", () => {
    const abandoned = payment({ ...NO_LINKS, status: "abandoned" })
    expect(transition(abandoned, forget, NOW).patch).toEqual(ERASED)
  })

  it("is not stored again by late money or by a repeated webhook", () => {
    const abandoned = payment({ ...NO_LINKS, ...ERASED, status: "abandoned" })
    const { patch } = transition(abandoned, paidFact(), NOW)
    const paid = { ...abandoned, ...patch }
    expect(paid).toMatchObject({ ...ERASED, status: "paid" })
    expect(transition(paid, paidFact(), NOW).patch).toEqual({})
    const started = transition(paid, startedFact(LINKS), NOW)
    expect({ ...paid, ...started.patch }).toMatchObject({
      ...ERASED,
      ...NO_LINKS,
    })
  })
})
