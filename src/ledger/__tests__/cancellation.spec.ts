import { type Cancellation, cancellationOf, type Payment } from "../index"
import { NOW, payment } from "./samples"

const HOSTED = { rail: "hosted", gateway_id: null, chain: null } as const
const UNANSWERED = { status: "creating", gateway_id: null } as const
const JUST_NOW = new Date(NOW.getTime() - 119_000)
const A_WHILE_AGO = new Date(NOW.getTime() - 120_000)

describe("the merchant cancels a payment", () => {
  it.each<[string, Partial<Payment>, boolean, Cancellation]>([
    ["an open order", {}, true, { do: "cancel_at_gateway" }],
    [
      "an open order of other credentials",
      {},
      false,
      { refused: "no_credentials" },
    ],
    ["an open transaction", HOSTED, false, { do: "abandon" }],
    [
      "an order whose creation is under way",
      { ...UNANSWERED, created_at: JUST_NOW },
      false,
      { refused: "being_created" },
    ],
    [
      "a transaction whose creation is under way",
      { ...HOSTED, ...UNANSWERED, created_at: JUST_NOW },
      false,
      { refused: "being_created" },
    ],
    [
      "an order whose creation got no response",
      { ...UNANSWERED, created_at: A_WHILE_AGO },
      false,
      { do: "abandon" },
    ],
    [
      "an order whose webhook arrived before the creation's response",
      { status: "creating", created_at: JUST_NOW },
      true,
      { do: "cancel_at_gateway" },
    ],
    ["a paid one", { status: "paid" }, true, { refused: "paid" }],
    ["a cancelled one", { status: "cancelled" }, true, { refused: "ended" }],
    ["a failed one", { status: "failed" }, true, { refused: "ended" }],
    [
      "an abandoned transaction, which may still be paid",
      { ...HOSTED, status: "abandoned" },
      false,
      { refused: "given_up" },
    ],
    [
      "an abandoned order that is readable at the gateway",
      { status: "abandoned" },
      true,
      { do: "cancel_at_gateway" },
    ],
    [
      "an abandoned order of other credentials",
      { status: "abandoned" },
      false,
      { refused: "no_credentials" },
    ],
  ])("%s", (_, changes, isReadable, expected) => {
    expect(cancellationOf(payment(changes), isReadable, NOW)).toEqual(expected)
  })
})
