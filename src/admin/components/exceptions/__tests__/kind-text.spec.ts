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
    [null, "1.25", "To use this money for it, close this"],
    [null, "0.00", "asks for no more money"],
    ["rest_left", "1.25", "Use the rest for the order"],
  ])("of money %s, whose order lacks %s", (cause, order_missing, todo) => {
    const exception = {
      kind: cause ? "not_settled" : "deposit_mismatch",
      reason: cause ? null : "amount",
      details: { cause },
      order: { id: "order_1", display_id: 7 },
      order_missing,
    }
    const t = english.getFixedT("en", "stablecoin")
    expect(remedyText(t, exception as never)).toContain(todo)
  })
})
