import { StablecoinStoreError, type StorePayment } from "../index.ts"
import { en, type StablecoinLabels } from "../react/labels.ts"
import { insteadOf, phaseOf } from "../react/payment-phase.ts"
import { errorText, statusText } from "../react/texts.ts"
import type { UseStablecoinPayment } from "../react/types.ts"
import { CANCELLED, ORDERED, PAID, PENDING } from "./faulty-store.ts"

const PAGE: UseStablecoinPayment = {
  phase: "waiting",
  offered: null,
  payment: null,
  started: null,
  order: null,
  error: null,
  choice: null,
  choose: () => {},
  pay: async () => {},
  instead: null,
  startAgain: () => {},
  isOrderLate: false,
  retry: () => {},
}
const CHOICE = {} as UseStablecoinPayment["choice"]
const SHOP = { store: {} as never, cartId: "cart_1", onRestart: () => {} }
/** Labels whose text is their own name. */
const NAMES = Object.fromEntries(
  Object.keys(en).map((name) => [name, name])
) as StablecoinLabels
const CANCELLED_ORDER = { order_id: "order_1", order_canceled: true } as const

const of = (base: StorePayment, more: Partial<StorePayment> = {}) => ({
  ...base,
  ...more,
})

it.each<[string, StorePayment, string, string, string | null]>([
  ["waits", PENDING, "waiting", "pending", "choose"],
  [
    "says to have paid",
    of(PENDING, { returned: "success" }),
    "waiting",
    "pending confirming",
    "choose",
  ],
  [
    "turned back",
    of(PENDING, { returned: "cancel" }),
    "waiting",
    "pending",
    "choose",
  ],
  [
    "sent what does not fit",
    of(PENDING, { under_review: true }),
    "waiting",
    "paidWithoutOrder",
    null,
  ],
  [
    "sent what does not fit, and it ended",
    of(CANCELLED, { under_review: true }),
    "waiting",
    "paidWithoutOrder",
    null,
  ],
  ["failed", of(PENDING, { status: "failed" }), "waiting", "failed", "choose"],
  [
    "gave it up",
    of(PENDING, { status: "abandoned" }),
    "waiting",
    "abandoned",
    "choose",
  ],
  ["cancelled it", CANCELLED, "ended", "cancelled", "choose"],
  [
    "cancelled it, and the order stands",
    of(CANCELLED, { order_id: "order_1" }),
    "ended",
    "cancelled",
    "choose",
  ],
  [
    "has no order any more",
    of(CANCELLED, CANCELLED_ORDER),
    "ended",
    "orderCancelled",
    "restart",
  ],
  [
    "has no order any more, and a payment that is still open",
    of(PENDING, CANCELLED_ORDER),
    "ended",
    "orderCancelled",
    "restart",
  ],
  [
    "paid for an order that was cancelled",
    of(ORDERED, CANCELLED_ORDER),
    "ended",
    "paidOrderCancelled",
    "restart",
  ],
  [
    "paid for it otherwise than was asked",
    of(CANCELLED, { ...CANCELLED_ORDER, under_review: true }),
    "ended",
    "paidOrderCancelled",
    "restart",
  ],
  ["paid", PAID, "waiting", "paid", null],
  [
    "paid where no order is to come",
    of(PAID, { final: true }),
    "paid",
    "arrived",
    null,
  ],
])("who %s", (_, payment, phase, text, instead) => {
  expect(phaseOf(payment)).toBe(phase)
  const page = { ...PAGE, phase: phaseOf(payment), payment }
  expect(statusText(page, NAMES)).toBe(text)
  expect(insteadOf(SHOP, page)).toBe(instead)
})

it("offers another way for what an order still owes, and no order anew that nobody can fill", () => {
  const owed = { store: SHOP.store, paymentCollectionId: "pay_col_1" }
  const page = { ...PAGE, phase: "ended" as const }
  expect(
    insteadOf(owed, { ...page, payment: of(CANCELLED, { order_id: "o" }) })
  ).toBe("choose")
  expect(
    insteadOf(owed, { ...page, payment: of(CANCELLED, CANCELLED_ORDER) })
  ).toBeNull()
})

it.each<[string, StorePayment | null, string]>([
  ["nothing, where nothing was started", null, ""],
  ["not to pay twice", PENDING, "confirming"],
  ["that the last one failed", of(PENDING, { status: "failed" }), "failed"],
  ["that the last one was cancelled", CANCELLED, "cancelled"],
])("beside the choice the buyer reads %s", (_, payment, text) => {
  const page = { ...PAGE, phase: "choosing" as const, choice: CHOICE, payment }
  expect(statusText(page, NAMES)).toBe(text)
})

it.each<[string, Error, string]>([
  [
    "nobody answered",
    new StablecoinStoreError("…", { request: "GET /x", cause: new Error() }),
    "unreachable",
  ],
  [
    "there is no such payment",
    new StablecoinStoreError("No", {
      status: 404,
      request: "GET /store/stablecoin/payments/payses_1",
    }),
    "unknownPayment",
  ],
  [
    "there is no such cart",
    new StablecoinStoreError("No", {
      status: 404,
      request: "GET /store/stablecoin/options?cart_id=cart_1",
    }),
    "problem",
  ],
  [
    "too many payments were started",
    new StablecoinStoreError("Too many", {
      status: 429,
      request: "POST /store/payment-collections/pay_col_1/payment-sessions",
    }),
    "tooMany",
  ],
  [
    "the merchant forgot something",
    new StablecoinStoreError("Set successUrl in the settings", {
      status: 400,
      request: "POST /store/payment-collections/pay_col_1/payment-sessions",
    }),
    "problem",
  ],
  [
    "the order could not be placed",
    new StablecoinStoreError("No shipping method", { request: "POST /x" }),
    "problem",
  ],
])("when %s, the buyer is told so in their language", (_, error, text) => {
  expect(errorText(error, NAMES)).toBe(text)
})
