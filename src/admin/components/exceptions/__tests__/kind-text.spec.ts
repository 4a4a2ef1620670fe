import { createInstance } from "i18next"
import en from "../../../i18n/en"
import { causeOf, problemText, remedyText } from "../kind-text"

it.each([
  ["Some variant does not have the required inventory", "stock"],
  ["The cart has no shipping method", "shipping"],
  ["no_endpoint", "no_endpoint"],
  ["Something else failed", "other"],
])("names the cause of %j", (message, cause) => {
  expect(causeOf(message)).toBe(cause)
})

describe("the text of a problem", () => {
  const english = createInstance()
  beforeAll(async () => {
    await english.init({
      lng: "en",
      ns: ["stablecoin"],
      defaultNS: "stablecoin",
      resources: { en: { stablecoin: en } },
    })
  })

  it.each<[string, string | null, string | null, string]>([
    ["amount_due_changed", null, "excess", "Send back the excess."],
    ["amount_due_changed", null, null, "Otherwise ask the buyer for it"],
    ["already_covered", null, "other_payment", "Send the money back."],
    ["unreported_transfer", "late", "assigned", "Create the order manually"],
    ["sold_out", null, "Some. Error: of Medusa", "Restock it"],
  ])("%s %s, by its cause %s: %s", (kind, reason, cause, todo) => {
    const problem = { kind, reason, details: { cause } }
    const t = english.getFixedT("en", "stablecoin")
    expect(problemText(t, problem as never).todo).toContain(todo)
  })

  it.each([
    [
      "deposit_mismatch",
      "amount",
      null,
      "To use this money for it, close this",
    ],
    ["not_settled", null, "rest_left", "Use the rest for the order"],
  ])("%s, of a payment with an order: %s %s", (kind, reason, cause, todo) => {
    const order = { id: "order_1", display_id: 7 }
    const exception = { kind, reason, details: { cause }, order }
    const t = english.getFixedT("en", "stablecoin")
    expect(remedyText(t, exception as never)).toContain(todo)
  })
})
