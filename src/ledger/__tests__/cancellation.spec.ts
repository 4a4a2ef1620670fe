import { type Cancellation, cancellationOf } from "../index"
import { NOW } from "./samples"
import { situated } from "./step-in"

it.each<[string, Cancellation]>([
  ["", { do: "cancel_at_gateway" }],
  ["without credentials", { refused: "no_credentials" }],
  ["hosted, without an id", { do: "abandon" }],
  // Its creation is under way, or got no response.
  [
    "creating, without an id, created just under 2 minutes ago",
    { refused: "being_created" },
  ],
  [
    "hosted, creating, without an id, created just under 2 minutes ago",
    { refused: "being_created" },
  ],
  ["creating, without an id, created 2 minutes ago", { do: "abandon" }],
  // A webhook arrived before the creation's response.
  ["creating, created just under 2 minutes ago", { do: "cancel_at_gateway" }],
  ["paid", { refused: "paid" }],
  ["cancelled", { refused: "ended" }],
  ["failed", { refused: "ended" }],
  // It may still be paid.
  ["hosted, without an id, abandoned", { refused: "given_up" }],
  ["abandoned", { do: "cancel_at_gateway" }],
  ["abandoned, without credentials", { refused: "no_credentials" }],
])("the merchant cancels a payment: %s: %j", (situations, expected) => {
  const { payment, medusa } = situated(situations)
  expect(cancellationOf(payment, medusa.is_readable, NOW)).toEqual(expected)
})
