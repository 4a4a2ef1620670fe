import type { AdminPayment } from "../../../../http-types"
import { shownStatus } from "../status-badges"

const waiting = {
  status: "pending",
  kept_for: null,
  never_answered: false,
  returned_result: null,
  received: null,
  expires_at: "2026-11-22T09:00:00.000Z",
} as const
const order = { id: "order_1", display_id: 1, is_confirmed: true }

it.each([
  ["waits for its buyer", waiting, "pending"],
  [
    "waits for the gateway once its buyer returned from paying",
    { ...waiting, returned_result: "success" },
    "awaited",
  ],
  [
    "waits for nothing more once it is over, and the merchant has looked it up",
    { ...waiting, status: "abandoned", returned_result: "success" },
    "abandoned",
  ],
  [
    "waits for its buyer, who came back by the cancel link",
    { ...waiting, returned_result: "cancel" },
    "pending",
  ],
  ["has other money", { ...waiting, received: {} as never }, "otherMoney"],
  [
    "was not reported in time",
    { ...waiting, returned_result: "success", never_answered: true },
    "unanswered",
  ],
  [
    "is paid",
    { ...waiting, status: "paid", returned_result: "success" },
    "paid",
  ],
  [
    "has an order that its money is kept for",
    { ...waiting, never_answered: true, kept_for: order },
    "kept",
  ],
  [
    "has such an order, and the gateway has not confirmed the money",
    { ...waiting, kept_for: { ...order, is_confirmed: false } },
    "keptUnconfirmed",
  ],
] as const)("the badge says that a payment %s", (_, payment, shown) => {
  expect(shownStatus(payment as AdminPayment)).toBe(shown)
})
