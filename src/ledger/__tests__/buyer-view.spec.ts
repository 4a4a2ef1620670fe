import { viewIn } from "./buyer-view-samples"

it.each([
  ["creating, expires next", true],
  ["expires next", true],
  ["expired", false],
  ["price kept", true],
  ["price expired", false],
  ["abandoned", false],
  ["failed", false],
  ["cancelled", false],
  ["paid", false],
  ["order cancelled", false],
])("a payment is payable: %s: %s", (situations, payable) => {
  expect(viewIn(situations).payable).toBe(payable)
})

describe("the final state", () => {
  it.each([
    ["creating", false],
    ["", false],
    ["no cart", false],
    ["abandoned", false],
    ["failed", false],
    ["paid", false],
    ["paid, has order_1", true],
    ["paid, no cart", true],
    ["cancelled", true],
  ])("is reached: %s: %s", (situations, final) => {
    expect(viewIn(situations).final).toBe(final)
  })

  it.each(["pending", "cancelled", "abandoned"])(
    "is final and never payable once an order that was placed manually has the goods of a %s payment",
    (status) => {
      expect(viewIn(`${status}, has order_2`)).toMatchObject({
        served: true,
        final: true,
        payable: false,
        order_id: "order_2",
      })
      expect(viewIn(`${status}, has order_1, ordered`).served).toBe(false)
    }
  )

  it.each([
    ["order first, ordered", true],
    ["order first, ordered, cancelled", true],
    ["order first, ordered, no cart", false],
    ["order first, ordered, other paid", false],
    ["order first, order cancelled", false],
  ])("is final once other money pays for the order: %s: %s", (...row) => {
    const [situations, served] = row
    expect(viewIn(`other paid all, ${situations}`).served).toBe(served)
  })

  it("is final once the order of a paid payment is cancelled", () => {
    expect(viewIn("paid, order cancelled")).toMatchObject({
      final: true,
      order_canceled: true,
      order_id: "order_1",
    })
  })
})

describe("the order", () => {
  it.each([
    // The ledger's, where the money went.
    ["has order_2, ordered", "order_2"],
    // Medusa's, before the money.
    ["order first, ordered", "order_1"],
    ["no cart, ordered", "order_1"],
    // Its cart is being completed.
    ["ordered", null],
    ["order first", null],
  ])("is named: %s: %s", (situations, expected) => {
    expect(viewIn(situations).order_id).toBe(expected)
  })

  const ENDED = "order first, session cancelled"

  it.each([
    ["order cancelled", true],
    [`${ENDED}, ordered, cancelled`, true],
    [`${ENDED}, ordered, abandoned`, true],
    [`${ENDED}, ordered`, false],
    // Its page may yet succeed.
    [`${ENDED}, ordered, failed, hosted`, false],
    [`${ENDED}, ordered, cancelled, no cart`, false],
    [
      `${ENDED}, ordered, cancelled, session gone, competing session waits`,
      false,
    ],
    [`${ENDED}, ordered, cancelled, competing session waits`, false],
    [`${ENDED}, ordered, cancelled, other paid all`, false],
    [`${ENDED}, cancelled`, false],
  ])("is cancelled, as settling will cancel it: %s: %s", (...row) => {
    const [situations, canceled] = row
    expect(viewIn(situations).order_canceled).toBe(canceled)
  })

  const GONE = `${ENDED}, cancelled, collection cancelled`

  it.each([
    [`${ENDED}, ordered, cancelled`, true, true],
    // Medusa has not cancelled the order yet.
    [`${GONE}, ordered`, false, false],
    [`${GONE}, order cancelled`, true, true],
    [`${GONE}, ordered, competing session may authorize`, false, true],
    [`${GONE}, ordered, no cart`, false, true],
    [
      "cancelled, session cancelled, collection cancelled, ordered",
      false,
      true,
    ],
  ])("is cancelled and final: %s: %s, %s", (situations, ...expected) => {
    const { order_canceled, final } = viewIn(situations)
    expect([order_canceled, final]).toEqual(expected)
  })
})

it("a payment without its session is not payable, and not final", () => {
  expect(viewIn("session gone")).toMatchObject({
    payable: false,
    final: false,
    replaced_by: null,
  })
})

describe("the payment that replaces another one", () => {
  it.each([
    ["other paid", "payses_2"],
    ["older paid since", "payses_2"],
    // It was not enough.
    ["other paid before", null],
    ["other paid without a cart", "payses_2"],
    ["other paid without an order", "payses_2"],
    ["other paid before without an order", "payses_2"],
    ["other sent back", null],
    ["other returned", "payses_2"],
    // Its own money is in question, too.
    ["returned now, other paid without an order", null],
    ["other open", null],
    ["session gone, other open", "payses_2"],
    ["failed, other open", "payses_2"],
    ["failed, older open", null],
    ["failed, other cancelled", null],
    ["failed, newer open, other paid", "payses_2"],
    ["cancelled, other open, newer open", "payses_3"],
    ["paid, other paid", null],
    ["failed, itself listed", null],
  ])("is named: %s: %s", (situations, expected) => {
    const { replaced_by, payable } = viewIn(situations)
    expect(replaced_by).toBe(expected)
    expect(payable && expected !== null).toBe(false)
  })
})
