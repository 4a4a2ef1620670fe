import {
  type Balance,
  type ChainPolicy,
  type MedusaState,
  nextReconcileAt,
  nextStep,
  type Payment,
  type Proof,
  type ProofMode,
  type ProofStatus,
  type ScheduledPayment,
} from "../index"
import { medusaState, NOW, payment, uses } from "./samples"
import {
  ago,
  authorized,
  cancelledOrder,
  captured,
  order,
} from "./settlement-samples"

const MINUTE_MS = 60_000
const HALF_AN_HOUR_MS = 30 * MINUTE_MS
const COMPLETE_CART = { do: "complete_cart", cart_id: "cart_1" }

function proof(changes: Partial<Proof> = {}): Proof {
  return {
    tx_hash: "0xhash",
    reason: null,
    sender: null,
    log_index: null,
    block_number: 100,
    block_hash: "0xblock",
    block_time: null,
    is_final: false,
    found_instead: null,
    since: NOW.toISOString(),
    ...changes,
  }
}

const LIE = {
  proof_status: "contradicted",
  proof: proof({
    reason: "wrong_amount",
    is_final: true,
    found_instead: "0.01 USDT → 0xdestination",
  }),
} as const
const GONE = {
  proof_status: "not_found",
  proof: proof({ since: ago(HALF_AN_HOUR_MS).toISOString() }),
} as const

const policy = (proof: ProofMode): ChainPolicy => ({
  proof,
  has_endpoint: true,
})

function stepOf(
  proof: ProofMode,
  changes: Partial<Payment>,
  medusa: Partial<MedusaState> = {}
) {
  const paid = payment({ status: "paid", tx_hash: "0xhash", ...changes })
  return nextStep(
    paid,
    medusaState({ chain_policy: policy(proof), ...medusa }),
    NOW
  )
}

describe("under require, a paid payment", () => {
  it.each<ProofStatus | null>([null, "not_found", "found", "contradicted"])(
    "is authorized and ordered, and not captured: %s",
    (proof_status) => {
      const changes = { proof_status, proof: proof_status && proof() }
      expect(stepOf("require", changes)).toEqual(COMPLETE_CART)
      expect(
        stepOf("require", changes, { payment: authorized, order })
      ).toEqual({ do: "nothing" })
    }
  )

  it("on a chain without an endpoint is held, and says so", () => {
    const chain_policy = { ...policy("require"), has_endpoint: false }
    const placed = { chain_policy, payment: authorized, order }
    expect(stepOf("require", {}, placed)).toMatchObject({
      do: "open_exception",
      exception: {
        kind: "unproven",
        reason: "unchecked",
        details: { cause: "no_endpoint" },
      },
    })
  })

  it("is captured once it is proven, after its order", () => {
    const proven = { proof_status: "proven", proof: proof() } as const
    const placed = { payment: authorized, order }
    expect(stepOf("require", proven)).toEqual(COMPLETE_CART)
    expect(stepOf("require", proven, { payment: authorized })).toEqual(
      COMPLETE_CART
    )
    expect(stepOf("require", proven, placed)).toEqual({ do: "capture" })
    for (const medusa of [{ cart_id: null }, { payment: captured }]) {
      expect(stepOf("require", proven, medusa)).toEqual({ do: "process" })
    }
    const young = { payment: authorized, order: { ...order, standing: false } }
    expect(stepOf("require", proven, young)).toEqual({
      do: "confirm_order",
      cart_id: "cart_1",
      order_id: "order_1",
    })
    expect(stepOf("require", { ...proven, capture: "manual" }, placed)).toEqual(
      { do: "nothing" }
    )
  })

  it("is settled again within minutes while it is held", () => {
    const held = payment({ status: "paid", tx_hash: "0xhash" })
    expect(nextReconcileAt(held, NOW, policy("require"))).not.toBeNull()
    expect(nextReconcileAt(held, NOW, policy("observe"))).toBeNull()
    expect(
      nextReconcileAt(
        { ...held, proof_status: "proven" },
        NOW,
        policy("require")
      )
    ).toBeNull()
  })

  it("without a transfer to look up opens an exception once the gateway names none", () => {
    const placed = { payment: authorized, order }
    expect(stepOf("require", { tx_hash: null }, placed)).toEqual({
      do: "nothing",
    })
    expect(
      stepOf("require", { tx_hash: null, hashless_reads: 8 }, placed)
    ).toMatchObject({
      do: "open_exception",
      exception: { kind: "unproven", reason: "unchecked" },
    })
    expect(
      stepOf("require", { destination_address: null }, placed)
    ).toMatchObject({
      do: "open_exception",
      exception: { kind: "unproven", reason: "unchecked" },
    })
  })
})

describe("a payment that the chain contradicts", () => {
  it("is captured under observe, and opens an exception that names both sides", () => {
    expect(stepOf("observe", LIE)).toEqual(COMPLETE_CART)
    expect(stepOf("observe", LIE, { payment: captured, order })).toMatchObject({
      do: "open_exception",
      exception: {
        kind: "unproven",
        reason: "contradicted",
        key: "stpay_1:unproven.contradicted:wrong_amount",
      },
    })
  })

  it("opens it under require too, without a capture", () => {
    const step = stepOf("require", LIE, { payment: authorized, order })
    expect(step).toMatchObject({
      do: "open_exception",
      exception: { kind: "unproven", reason: "contradicted" },
    })
  })

  it("opens none while the block can be replaced, or the chain is not read", () => {
    const placed = { payment: captured, order }
    const early = { ...LIE, proof: { ...LIE.proof, is_final: false } }
    expect(stepOf("observe", early, placed)).toEqual({ do: "nothing" })
    expect(stepOf("off", LIE, placed)).toEqual({ do: "nothing" })
  })

  it("opens one for a transaction that no block contains after half an hour", () => {
    const placed = { payment: captured, order }
    expect(stepOf("observe", GONE, placed)).toMatchObject({
      do: "open_exception",
      exception: { kind: "unproven", reason: "not_found" },
    })
    const early = { ...GONE, proof: proof() }
    expect(stepOf("observe", early, placed)).toEqual({ do: "nothing" })
    const paid = payment({ status: "paid", tx_hash: "0xhash", ...early })
    const next = (changes: Partial<ScheduledPayment>) =>
      nextReconcileAt({ ...paid, ...changes }, NOW, policy("observe"))
    expect(next({ hashless_reads: 8 })).toEqual(ago(-HALF_AN_HOUR_MS))
    // Meanwhile, the gateway may name the transaction that replaced it.
    expect(next({ reconcile_attempts: 3 })).toEqual(ago(-5 * MINUTE_MS))
    expect(next({ reconcile_attempts: 7 })).toEqual(ago(-HALF_AN_HOUR_MS))
  })

  it("leaves no refund due either while it is not proven, where that is required", () => {
    const cancelled = { payment: authorized, order: cancelledOrder }
    expect(stepOf("require", {}, cancelled)).toEqual({ do: "nothing" })
    expect(stepOf("observe", {}, cancelled).do).toBe("refund_remainder")
    const proven = { proof_status: "proven", proof: proof() } as const
    expect(stepOf("require", proven, cancelled).do).toBe("refund_remainder")
  })

  it("is reported as such also where it pays for nothing", () => {
    const covered = {
      collection: { ...medusaState().collection!, covered_by_others: "12.50" },
    }
    expect(stepOf("observe", {}, covered)).toMatchObject({
      exception: { kind: "already_covered" },
    })
    expect(stepOf("observe", LIE, covered)).toMatchObject({
      exception: { kind: "unproven", reason: "contradicted" },
    })
  })

  it("is not captured after its money was sent back", () => {
    const proven = { proof_status: "proven", proof: proof() } as const
    const sentBack = {
      payment: authorized,
      order,
      money: uses({ refund: "12.50" }),
    }
    expect(stepOf("require", proven, sentBack).do).toBe("release_payment")
  })

  it.each([
    ["contradicted", LIE],
    ["not_found", GONE],
  ])(
    "is reported also while its refund is due, before the merchant sends it: %s",
    (reason, changes) => {
      const refunded = {
        money: uses({ refund: "12.50" }),
        order: cancelledOrder,
      }
      expect(stepOf("observe", changes, refunded)).toMatchObject({
        exception: { kind: "unproven", reason },
      })
      expect(stepOf("observe", {}, refunded)).toEqual({ do: "nothing" })
      expect(stepOf("off", changes, refunded)).toEqual({ do: "nothing" })
    }
  )

  it.each([
    ["contradicted", LIE],
    ["not_found", GONE],
  ])(
    "leaves no refund due for money that may never have arrived: %s",
    (reason, changes) => {
      const cancelled = { payment: authorized, order: cancelledOrder }
      expect(stepOf("require", changes, cancelled)).toMatchObject({
        do: "open_exception",
        exception: { kind: "unproven", reason },
      })
      expect(stepOf("off", changes, cancelled).do).toBe("refund_remainder")
    }
  )

  it("holds what its chain shows beyond what is captured", () => {
    const causeOf = (money: Balance, changes: Partial<Payment> = LIE) =>
      stepOf("observe", changes, { payment: captured, order, money })
    const excess = { ...uses({ capture: "12.50" }), unallocated: "1.25" }
    expect(causeOf(excess)).toMatchObject({
      exception: { kind: "unproven", details: { cause: "excess" } },
    })
    const coin = { ...LIE.proof, reason: "wrong_coin" } as const
    for (const step of [
      causeOf(uses({ capture: "12.50" })),
      causeOf(excess, { ...LIE, proof: coin }),
      causeOf(excess, GONE),
    ]) {
      expect(step).toMatchObject({ exception: { kind: "unproven" } })
      expect(step).not.toHaveProperty("exception.details.cause")
    }
  })
})
