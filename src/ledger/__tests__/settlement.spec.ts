import {
  afterFailure,
  confirmed,
  type MedusaState,
  nextStep,
  openedBy,
  type Payment,
  PAYMENT_STATUSES,
  placedOrder,
  type SettlementStep,
} from "../index"
import { medusaState, payment, NOW } from "./samples"
import {
  ago,
  authorized,
  cancelledOrder,
  captured,
  expectStep,
  order,
} from "./settlement-samples"

const CONFIRM_ORDER = {
  do: "confirm_order",
  cart_id: "cart_1",
  order_id: "order_1",
} as const
const COMPLETE_CART = { do: "complete_cart", cart_id: "cart_1" } as const

it("never captures what is not paid", () => {
  for (const status of PAYMENT_STATUSES.filter((each) => each !== "paid")) {
    for (const medusa of [
      medusaState(),
      medusaState({ session: null }),
      medusaState({ order }),
    ]) {
      const { do: step } = nextStep(payment({ status }), medusa, NOW)
      expect(["complete_cart", "capture", "process"]).not.toContain(step)
    }
  }
})

describe("a step that is still due after it ran has failed", () => {
  const failed = { status: "failed" } as const
  const orphan = { session: null }
  const superseded = { superseded_at: ago(30 * 60_000) }
  const hosted = { rail: "hosted" } as const

  it.each<
    [string, Partial<Payment>, Partial<MedusaState>, SettlementStep["do"][]]
  >([
    ["complete_cart", { status: "paid" }, {}, ["complete_cart"]],
    ["process", { status: "paid" }, { payment: captured }, ["process"]],
    ["bind_session", { status: "paid" }, orphan, ["bind_session"]],
    ["close_session", failed, {}, ["close_session"]],
    ["abandon", hosted, orphan, ["abandon"]],
  ])("retries %s later", (step, changes, medusa, done) => {
    const next = nextStep(payment(changes), medusaState(medusa), NOW, done)
    expect(next).toEqual({
      do: "retry_later",
      reason: expect.stringContaining(`"${step}"`),
    })
  })

  it("does not retry an exception that is open", () => {
    const paid = payment({ status: "paid" })
    const gone = { ...orphan, collection: null }
    const step = nextStep(paid, medusaState(gone), NOW)
    const opened = openedBy([step])
    expect(
      nextStep(paid, medusaState(gone), NOW, ["open_exception"], opened)
    ).toEqual({ do: "nothing" })
  })

  it.each<
    [
      "order_missing" | "not_settled",
      number,
      Partial<Payment>,
      Partial<MedusaState>,
      SettlementStep["do"],
    ]
  >([
    ["order_missing", 2, { status: "paid" }, { payment: captured }, "process"],
    ["order_missing", 2, { status: "paid" }, {}, "complete_cart"],
    ["not_settled", 2, { status: "paid" }, { cart_id: null }, "process"],
    ["not_settled", 5, superseded, orphan, "cancel_at_gateway"],
  ])(
    "opens %s after %i reconciliations, and none before",
    (kind, reconcile_attempts, changes, medusa, step) => {
      const reconciled = payment({ ...changes, reconcile_attempts })
      const earlier = {
        ...reconciled,
        reconcile_attempts: reconcile_attempts - 1,
      }
      const state = medusaState(medusa)
      expectStep(nextStep(earlier, state, NOW, [step]), "retry_later")
      const next = nextStep(reconciled, state, NOW, [step])
      expectStep(next, { kind })
      expect(
        nextStep(reconciled, medusaState(medusa), NOW, [step, "open_exception"])
      ).toEqual({ do: "nothing", is_stuck: true })
    }
  )

  it("opens another exception once money arrives after the first", () => {
    const stepAfter = (changes: Partial<Payment>, done: SettlementStep["do"]) =>
      nextStep(
        payment({ ...superseded, ...changes, reconcile_attempts: 5 }),
        medusaState(changes.status === "paid" ? {} : orphan),
        NOW,
        [done]
      )
    expect(stepAfter({}, "cancel_at_gateway")).toMatchObject({
      exception: {
        key: "stpay_1:not_settled:unpaid",
        details: { status: "pending" },
      },
    })
    expect(stepAfter({ status: "paid" }, "complete_cart")).toMatchObject({
      exception: { key: "stpay_1:order_missing", details: { status: "paid" } },
    })
  })

  it("abandons an expired order that the gateway keeps open, and still cancels it", () => {
    const stuck = payment({ reconcile_attempts: 5, expires_at: NOW })
    const first = nextStep(stuck, medusaState(), NOW, ["cancel_at_gateway"])
    expect(first).toEqual({ do: "abandon" })
    const abandoned = { ...stuck, status: "abandoned" } as const
    const closed = medusaState(orphan)
    expectStep(nextStep(abandoned, closed, NOW), "cancel_at_gateway")
    expectStep(
      nextStep(abandoned, closed, NOW, ["cancel_at_gateway"]),
      "nothing"
    )
  })

  it("does not abandon an uncancelled order before it expires", () => {
    const next = nextStep(payment(superseded), medusaState(orphan), NOW, [
      "cancel_at_gateway",
    ])
    expect(next).toMatchObject({ do: "retry_later" })
  })

  it.each([
    ["manual", authorized, "nothing"],
    ["automatic", authorized, "capture"],
    ["automatic", null, "process"],
  ] as const)(
    "confirms an order that Medusa may still remove, %s capture, %j",
    (capture, own, then) => {
      const paid = payment({ status: "paid", capture })
      const young = { id: "order_1", canceled: false, standing: false }
      const state = medusaState({ payment: own, order: young })
      expectStep(nextStep(paid, state, NOW), "confirm_order")
      for (const step of [CONFIRM_ORDER, COMPLETE_CART]) {
        const placed = confirmed(state, [step])
        expectStep(nextStep(paid, placed, NOW, [step.do]), then)
      }
      const removed = { ...state, payment: null, order: null }
      expectStep(
        nextStep(paid, removed, NOW, ["confirm_order"]),
        "complete_cart"
      )
    }
  )

  it("does not confirm the order of another completion", () => {
    const order = { id: "order_2", canceled: false, standing: false }
    const state = medusaState({ order })
    expect(confirmed(state, [CONFIRM_ORDER])).toEqual(state)
  })

  it("names a missing order while a completion may still remove it", () => {
    const stuck = payment({ status: "paid", reconcile_attempts: 5 })
    const young = { id: "order_1", canceled: false, standing: false }
    const state = medusaState({ order: young })
    expect(afterFailure(stuck, state, "locked")).toMatchObject({
      exception: { kind: "order_missing" },
    })
    expect(placedOrder(stuck, state)).toBeUndefined()
    expect(placedOrder(stuck, confirmed(state, [CONFIRM_ORDER]))).toBe(
      "order_1"
    )
    expect(placedOrder(stuck, { ...state, payment: captured })).toBe("order_1")
  })

  it.each(["sold_out", "promotion_used_up"] as const)(
    "names an order that Medusa refuses as %s at once",
    (refusal) => {
      const fresh = payment({ status: "paid", reconcile_attempts: 0 })
      const state = medusaState()
      expect(afterFailure(fresh, state, "Mug", refusal)).toMatchObject({
        exception: { kind: refusal },
      })
      expectStep(afterFailure(fresh, state, "Mug"), "retry_later")
    }
  )

  it("completes no cart while its order waits for the merchant", () => {
    const paid = payment({ status: "paid" })
    expectStep(nextStep(paid, medusaState(), NOW), "complete_cart")
    expect(nextStep(paid, medusaState({ is_refused: true }), NOW)).toEqual({
      do: "nothing",
      is_stuck: true,
    })
  })

  it("names no missing order if the order is placed", () => {
    const stuck = payment({ status: "paid", reconcile_attempts: 5 })
    const state = medusaState({
      payment: captured,
      order: { id: "order_1", canceled: false, standing: true },
    })
    expect(afterFailure(stuck, state, "locked")).toMatchObject({
      exception: { kind: "not_settled", details: { cause: "locked" } },
    })
  })

  it("runs a step that another step made due in the same run", () => {
    const paid = payment({ status: "paid" })
    const cancelled = medusaState({ payment: captured, order: cancelledOrder })
    expectStep(nextStep(paid, cancelled, NOW, ["process"]), "refund_capture")
  })
})
