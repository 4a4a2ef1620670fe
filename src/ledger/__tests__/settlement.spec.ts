import {
  afterFailure,
  confirmed,
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
  order,
} from "./settlement-samples"
import { situated } from "./step-in"

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
  const orphan = { session: null }
  const superseded = { superseded_at: ago(30 * 60_000) }

  it.each([
    ["complete_cart", "paid"],
    ["process", "paid, captured"],
    ["bind_session", "paid, session gone"],
    ["close_session", "failed"],
    ["abandon", "hosted, session gone"],
  ] as const)("retries %s later", (step, situations) => {
    const { payment, medusa } = situated(situations)
    expect(nextStep(payment, medusa, NOW, [step])).toEqual({
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

  it.each([
    ["order_missing", 2, "paid, captured", "process"],
    ["order_missing", 2, "paid", "complete_cart"],
    ["not_settled", 2, "paid, no cart", "process"],
    [
      "not_settled",
      5,
      "session gone, superseded 30 minutes ago",
      "cancel_at_gateway",
    ],
  ] as const)(
    "opens %s after %i reconciliations, and none before: %s",
    (kind, attempts, situations, step) => {
      const { payment, medusa } = situated(situations)
      const after = (
        reconcile_attempts: number,
        done: SettlementStep["do"][]
      ) => nextStep({ ...payment, reconcile_attempts }, medusa, NOW, done)
      expect(after(attempts - 1, [step]).do).toBe("retry_later")
      expect(after(attempts, [step])).toMatchObject({ exception: { kind } })
      expect(after(attempts, [step, "open_exception"])).toEqual({
        do: "nothing",
        is_stuck: true,
      })
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
    expect(nextStep(abandoned, closed, NOW).do).toBe("cancel_at_gateway")
    expect(nextStep(abandoned, closed, NOW, ["cancel_at_gateway"]).do).toBe(
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
      expect(nextStep(paid, state, NOW).do).toBe("confirm_order")
      for (const step of [CONFIRM_ORDER, COMPLETE_CART]) {
        const placed = confirmed(state, [step])
        expect(nextStep(paid, placed, NOW, [step.do]).do).toBe(then)
      }
      const removed = { ...state, payment: null, order: null }
      expect(nextStep(paid, removed, NOW, ["confirm_order"]).do).toBe(
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
      expect(afterFailure(fresh, state, "Mug").do).toBe("retry_later")
    }
  )

  it("completes no cart while its order waits for the merchant", () => {
    const paid = payment({ status: "paid" })
    expect(nextStep(paid, medusaState(), NOW).do).toBe("complete_cart")
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
    expect(nextStep(paid, cancelled, NOW, ["process"]).do).toBe(
      "refund_capture"
    )
  })
})
