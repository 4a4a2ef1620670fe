import type { Payment, Surroundings } from ".."
import { medusaState, NOW } from "./samples"
import { sessionIn, cancelledOrder, open, order } from "./settlement-samples"
import { sibling, view } from "./buyer-view-samples"

const LATER = new Date(NOW.getTime() + 1)

it.each<[Payment["status"], Date, boolean]>([
  ["creating", LATER, true],
  ["pending", LATER, true],
  ["pending", NOW, false],
  ["abandoned", LATER, false],
  ["failed", LATER, false],
  ["cancelled", LATER, false],
  ["paid", LATER, false],
])(
  "a %s payment that expires at %s is payable: %s",
  (status, expires_at, payable) => {
    expect(view({ status, expires_at }).payable).toBe(payable)
  }
)

describe("the final state", () => {
  it.each<[Payment["status"], string | null, string | null, boolean]>([
    ["creating", "cart_1", null, false],
    ["pending", "cart_1", null, false],
    ["pending", null, null, false],
    ["abandoned", "cart_1", null, false],
    ["failed", "cart_1", null, false],
    ["paid", "cart_1", null, false],
    ["paid", "cart_1", "order_1", true],
    ["paid", null, null, true],
    ["cancelled", "cart_1", null, true],
  ])("%s, of cart %s, with order %s: %s", (...row) => {
    const [status, cart_id, order_id, final] = row
    expect(view({ status, cart_id, order_id }).final).toBe(final)
  })

  it.each(["pending", "cancelled", "abandoned"] as const)(
    "is final and never payable once an order that was placed manually has the goods of a %s payment",
    (status) => {
      const served = { served: true, final: true, payable: false }
      expect(
        view({ status, order_id: "order_2" }, { order: null })
      ).toMatchObject({ ...served, order_id: "order_2" })
      expect(view({ status, order_id: "order_1" }, { order })).toMatchObject({
        served: false,
      })
    }
  )

  it.each<[string, Partial<Payment>, Partial<Surroundings>, boolean]>([
    ["of a pending payment", {}, {}, true],
    ["of one that has ended since", { status: "cancelled" }, {}, true],
    ["of an additional amount", { cart_id: null }, {}, false],
    [
      "that another payment of its collection took",
      {},
      { siblings: [sibling({ status: "paid", order_id: "order_1" })] },
      false,
    ],
    ["and was cancelled", {}, { order: cancelledOrder }, false],
  ])(
    "is final once other money pays for the order %s",
    (_, changes, around, served) => {
      const collection = open("12.50", "12.50")
      expect(
        view(
          { checkout_flow: "order_first", ...changes },
          { order, medusa: medusaState({ collection }), ...around }
        ).served
      ).toBe(served)
    }
  )

  it("is final once the order of a paid payment is cancelled", () => {
    expect(view({ status: "paid" }, { order: cancelledOrder })).toMatchObject({
      final: true,
      order_canceled: true,
      order_id: "order_1",
    })
  })
})

describe("the order", () => {
  it.each<[string, Partial<Payment>, Partial<Surroundings>, string | null]>([
    [
      "the ledger's, where the money went",
      { order_id: "order_2" },
      { order },
      "order_2",
    ],
    [
      "Medusa's, before the money",
      { checkout_flow: "order_first" },
      { order },
      "order_1",
    ],
    ["Medusa's, without a cart", { cart_id: null }, { order }, "order_1"],
    ["none while a cart is completed", {}, { order }, null],
    ["none where none is linked", { checkout_flow: "order_first" }, {}, null],
  ])("is %s", (_, changes, around, expected) => {
    expect(view(changes, around).order_id).toBe(expected)
  })

  const first = { checkout_flow: "order_first", status: "cancelled" } as const
  const closed = medusaState({ session: sessionIn("canceled"), order })
  const gone = { ...open("12.50", "0"), status: "canceled" }

  it.each<[string, Partial<Payment>, Partial<Surroundings>, boolean]>([
    [
      "pending, and cancelled",
      { status: "pending" },
      { order: cancelledOrder },
      true,
    ],
    ["ended, as settling will end it", first, { order, medusa: closed }, true],
    [
      "abandoned, too",
      { ...first, status: "abandoned" },
      { order, medusa: closed },
      true,
    ],
    [
      "pending, and standing",
      { ...first, status: "pending" },
      { order, medusa: closed },
      false,
    ],
    [
      "failed on a page that may yet succeed",
      { ...first, status: "failed", rail: "hosted" },
      { order, medusa: closed },
      false,
    ],
    [
      "for an additional amount due",
      { ...first, cart_id: null },
      { order, medusa: { ...closed, cart_id: null } },
      false,
    ],
    [
      "its buyer chose another session",
      first,
      {
        order,
        medusa: { ...closed, session: null, competing_sessions: ["pending"] },
      },
      false,
    ],
    [
      "another provider's session waits",
      first,
      { order, medusa: { ...closed, competing_sessions: ["pending"] } },
      false,
    ],
    [
      "another provider's payment covers it",
      first,
      { order, medusa: { ...closed, collection: open("12.50", "12.50") } },
      false,
    ],
    ["no order stands", first, { medusa: closed }, false],
  ])("%s: is cancelled", (_, changes, around, canceled) => {
    expect(view(changes, around).order_canceled).toBe(canceled)
  })

  it.each<[string, Partial<Payment>, Partial<Surroundings>, boolean, boolean]>([
    ["its payment ended", first, { order, medusa: closed }, true, true],
    [
      "Medusa has cancelled the collection and not yet the order",
      first,
      { order, medusa: { ...closed, collection: gone } },
      false,
      false,
    ],
    [
      "Medusa has cancelled both",
      first,
      { order: cancelledOrder, medusa: { ...closed, collection: gone } },
      true,
      true,
    ],
    [
      "another provider's payment replaced the collection",
      first,
      {
        order,
        medusa: {
          ...closed,
          collection: gone,
          competing_sessions: ["authorized"],
        },
      },
      false,
      true,
    ],
    [
      "the collection is of an additional amount due",
      { ...first, cart_id: null },
      { order, medusa: { ...closed, collection: gone, cart_id: null } },
      false,
      true,
    ],
    [
      "it is placed by its money",
      { status: "cancelled" },
      { order, medusa: { ...closed, collection: gone } },
      false,
      true,
    ],
  ])("while %s: is cancelled and final", (_, changes, around, ...expected) => {
    const { order_canceled, final } = view(changes, around)
    expect([order_canceled, final]).toEqual(expected)
  })

  it("is not payable once cancelled", () => {
    expect(view({}, { order: cancelledOrder }).payable).toBe(false)
  })
})

describe("a payment without its session", () => {
  const gone = { medusa: medusaState({ session: null }) }

  it("is not payable, and not final", () => {
    expect(view({}, gone)).toMatchObject({
      payable: false,
      final: false,
      replaced_by: null,
    })
  })

  it("names the payment that the buyer started afterwards", () => {
    const around = { ...gone, siblings: [sibling()] }
    expect(view({}, around).replaced_by).toBe("payses_2")
    expect(view({}, { siblings: [sibling()] }).replaced_by).toBeNull()
  })
})
