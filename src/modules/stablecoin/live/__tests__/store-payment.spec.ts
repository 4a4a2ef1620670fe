import type { PaymentStatus } from "../../../../ledger"
import type { LivePayment } from "../../store/live-payments"
import { storePayment } from "../store-payment"

const NOW = new Date("2026-11-21T12:00:00Z")
const PAGE = "https://gateway.example/checkout/1"

function payment(changes: Partial<LivePayment> = {}): LivePayment {
  return {
    id: "stpay_1",
    rail: "hosted",
    status: "pending",
    redirect_url: PAGE,
    expires_at: new Date("2026-11-21T13:00:00Z"),
    order_id: null,
    cart_id: "cart_1",
    replaced_by: null,
    ...changes,
  }
}

it("a buyer sees the payment under the session that was asked for, and no id of the ledger", () => {
  expect(storePayment(payment(), "payses_asked", NOW)).toEqual({
    session_id: "payses_asked",
    rail: "hosted",
    status: "pending",
    redirect_url: PAGE,
    expires_at: "2026-11-21T13:00:00.000Z",
    final: false,
  })
})

it.each(["order_id", "replaced_by"] as const)(
  "and %s once there is one",
  (field) => {
    const shown = storePayment(payment({ [field]: "id_1" }), "payses_1", NOW)
    expect(shown[field]).toBe("id_1")
  }
)

it.each<[PaymentStatus, string, string | null]>([
  ["creating", "12:00:01", PAGE],
  ["pending", "12:00:01", PAGE],
  ["pending", "12:00:00", null],
  ["pending", "11:59:59", null],
  ["abandoned", "13:00:00", null],
  ["failed", "13:00:00", null],
  ["cancelled", "13:00:00", null],
  ["paid", "13:00:00", null],
])("%s and open until %s: sends the buyer to %s", (status, until, page) => {
  const expires_at = new Date(`2026-11-21T${until}Z`)
  const shown = storePayment(payment({ status, expires_at }), "payses_1", NOW)
  expect(shown.redirect_url).toBe(page)
})

it("sends nobody to pay for what another payment has paid", () => {
  const replaced = payment({ replaced_by: "payses_2" })
  expect(storePayment(replaced, "payses_1", NOW).redirect_url).toBeNull()
})

it.each<[PaymentStatus, string | null, string | null, boolean]>([
  ["creating", "cart_1", null, false],
  ["pending", "cart_1", null, false],
  ["pending", "cart_1", "order_1", false],
  ["pending", null, null, false],
  ["abandoned", "cart_1", null, false],
  ["failed", "cart_1", "order_1", false],
  ["paid", "cart_1", null, false],
  ["paid", "cart_1", "order_1", true],
  ["paid", null, null, true],
  ["cancelled", "cart_1", null, true],
])("%s, of cart %s, with order %s: is final: %s", (...row) => {
  const [status, cart_id, order_id, final] = row
  const shown = storePayment(
    payment({ status, cart_id, order_id }),
    "payses_1",
    NOW
  )
  expect(shown.final).toBe(final)
})
