import {
  type MedusaState,
  nextStep,
  type Payment,
  PAYMENT_STATUSES,
  type SettlementStep,
} from "../index"
import { medusaState, payment, NOW } from "./samples"
import { ago, cancelledOrder, captured, expectStep, order } from "./settling"

it("never captures what is not paid", () => {
  for (const status of PAYMENT_STATUSES.filter((each) => each !== "paid")) {
    for (const medusa of [
      medusaState(),
      medusaState({ session: null }),
      medusaState({ order }),
    ]) {
      expect(nextStep(payment({ status }), medusa, NOW).do).not.toBe("process")
    }
  }
})

describe("a step that is still missing after it was done has not worked", () => {
  const failed = { status: "failed" } as const
  const orphan = { session: null }
  const superseded = { superseded_at: ago(30 * 60_000) }
  const hosted = { rail: "hosted" } as const

  it.each<
    [string, Partial<Payment>, Partial<MedusaState>, SettlementStep["do"][]]
  >([
    ["process", { status: "paid" }, {}, ["process"]],
    ["bind_session", { status: "paid" }, orphan, ["bind_session"]],
    ["close_session", failed, {}, ["close_session"]],
    ["abandon", hosted, orphan, ["abandon"]],
  ])("%s is tried again later", (step, changes, medusa, done) => {
    const next = nextStep(payment(changes), medusaState(medusa), NOW, done)
    expect(next).toEqual({
      do: "retry_later",
      reason: expect.stringContaining(`"${step}"`),
    })
  })

  it("but a question that was asked is asked", () => {
    const paid = payment({ status: "paid" })
    const gone = { ...orphan, collection: null }
    const next = nextStep(paid, medusaState(gone), NOW, ["open_exception"])
    expect(next).toEqual({ do: "nothing" })
  })

  it.each<
    [string, Partial<Payment>, Partial<MedusaState>, SettlementStep["do"]]
  >([
    ["order_missing", { status: "paid" }, { payment: captured }, "process"],
    ["not_settled", { status: "paid" }, {}, "process"],
    ["not_settled", superseded, orphan, "cancel_at_gateway"],
  ])(
    "and opens an exception after five reconciliations: %s",
    (kind, changes, medusa, step) => {
      const looked = payment({ ...changes, reconcile_attempts: 5 })
      const next = nextStep(looked, medusaState(medusa), NOW, [step])
      expectStep(next, { kind })
      expect(
        nextStep(looked, medusaState(medusa), NOW, [step, "open_exception"])
      ).toEqual({ do: "nothing", is_stuck: true })
    }
  )

  it("an exception from before the money arrived opens again about the money", () => {
    const asked = (changes: Partial<Payment>, done: SettlementStep["do"]) =>
      nextStep(
        payment({ ...superseded, ...changes, reconcile_attempts: 5 }),
        medusaState(changes.status === "paid" ? {} : orphan),
        NOW,
        [done]
      )
    expect(asked({}, "cancel_at_gateway")).toMatchObject({
      exception: {
        key: "stpay_1:not_settled:unpaid",
        details: { status: "pending" },
      },
    })
    expect(asked({ status: "paid" }, "process")).toMatchObject({
      exception: { key: "stpay_1:not_settled", details: { status: "paid" } },
    })
  })

  it("an order that the gateway does not end is given up long past its time, and asked about all the same", () => {
    const stuck = payment({ reconcile_attempts: 5, expires_at: NOW })
    const given = nextStep(stuck, medusaState(), NOW, ["cancel_at_gateway"])
    expect(given).toEqual({ do: "abandon" })
    const abandoned = { ...stuck, status: "abandoned" } as const
    const closed = medusaState(orphan)
    expectStep(nextStep(abandoned, closed, NOW), "cancel_at_gateway")
    expectStep(
      nextStep(abandoned, closed, NOW, ["cancel_at_gateway"]),
      "nothing"
    )
  })

  it("an order that the gateway did not cancel is not given up before", () => {
    const next = nextStep(payment(superseded), medusaState(orphan), NOW, [
      "cancel_at_gateway",
    ])
    expect(next).toMatchObject({ do: "retry_later" })
  })

  it("what another step brought about is done in the same run", () => {
    const paid = payment({ status: "paid" })
    const cancelled = medusaState({ payment: captured, order: cancelledOrder })
    expectStep(nextStep(paid, cancelled, NOW, ["process"]), {
      reason: "order order_1 was cancelled",
    })
  })
})
