import type { GatewayReport } from "../../../../gateway"
import type { Fact } from "../../../../ledger"
import { factOf } from "../order-report"

const paid = { amount: "12.50", currency: "USDT" }

it.each<[string, GatewayReport, Fact | null]>([
  ["a creation", { outcome: "created" }, { kind: "opened" }],
  [
    "a creation with its id",
    { outcome: "created", gateway_id: "g" },
    { kind: "opened", gateway_id: "g" },
  ],
  [
    "a payment",
    { outcome: "paid", gateway_id: "g", paid },
    { kind: "paid", ...paid, gateway_id: "g" },
  ],
  [
    "a payment without an id",
    { outcome: "paid", paid },
    { kind: "paid", ...paid },
  ],
  [
    "a malformed payment",
    { outcome: "paid", gateway_id: "g", malformed: "the amount is missing" },
    { kind: "unreadable", problem: "the amount is missing" },
  ],
  [
    "a payment without details",
    { outcome: "paid" },
    { kind: "unreadable", problem: expect.stringContaining("no payment") },
  ],
  [
    "a failure",
    { outcome: "failed", gateway_id: "g" },
    { kind: "failed", gateway_id: "g" },
  ],
  ["a cancellation", { outcome: "cancelled" }, { kind: "cancelled" }],
  ["anything else", { outcome: "unknown", gateway_id: "g" }, null],
])("%s becomes its fact", (_, report, fact) => {
  expect(factOf(report)).toEqual(fact)
})
