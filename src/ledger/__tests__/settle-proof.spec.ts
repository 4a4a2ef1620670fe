import {
  type MedusaState,
  nextReconcileAt,
  nextStep,
  type Payment,
  type Proof,
  type ProofMode,
  type ProofStatus,
} from "../index"
import { medusaState, NOW, payment } from "./samples"
import {
  ago,
  authorized,
  cancelledOrder,
  captured,
  order,
} from "./settlement-samples"

const HALF_AN_HOUR_MS = 30 * 60_000

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
    found_instead: "0.01 USDT to 0xdestination",
  }),
} as const
const GONE = {
  proof_status: "not_found",
  proof: proof({ since: ago(HALF_AN_HOUR_MS).toISOString() }),
} as const

function stepOf(
  proof_mode: ProofMode,
  changes: Partial<Payment>,
  medusa: Partial<MedusaState> = {}
) {
  const paid = payment({ status: "paid", tx_hash: "0xhash", ...changes })
  return nextStep(paid, medusaState({ proof_mode, ...medusa }), NOW)
}

describe("under require, a paid payment", () => {
  it.each<ProofStatus | null>([null, "not_found", "found", "contradicted"])(
    "is authorized and ordered, and not captured: %s",
    (proof_status) => {
      const changes = { proof_status, proof: proof_status && proof() }
      expect(stepOf("require", changes)).toEqual({
        do: "process",
        capture: false,
      })
      expect(
        stepOf("require", changes, { payment: authorized, order })
      ).toEqual({ do: "nothing" })
    }
  )

  it("is captured once it is proven, after its order", () => {
    const proven = { proof_status: "proven", proof: proof() } as const
    const placed = { payment: authorized, order }
    const process = { do: "process", capture: true }
    expect(stepOf("require", proven)).toEqual(process)
    expect(stepOf("require", proven, placed)).toEqual(process)
    expect(stepOf("require", { ...proven, capture: "manual" }, placed)).toEqual(
      { do: "nothing" }
    )
  })

  it("is settled again within minutes while it is held", () => {
    const held = payment({ status: "paid", tx_hash: "0xhash" })
    expect(nextReconcileAt(held, NOW, "require")).not.toBeNull()
    expect(nextReconcileAt(held, NOW, "observe")).toBeNull()
    expect(
      nextReconcileAt({ ...held, proof_status: "proven" }, NOW, "require")
    ).toBeNull()
  })

  it("without a transfer to look up opens an exception once the gateway names none", () => {
    const placed = { payment: authorized, order }
    expect(stepOf("require", { tx_hash: null }, placed)).toEqual({
      do: "nothing",
    })
    expect(
      stepOf("require", { tx_hash: null, hashless_reads: 8 }, placed)
    ).toMatchObject({ do: "open_exception", exception: { kind: "unproven" } })
    expect(
      stepOf("require", { destination_address: null }, placed)
    ).toMatchObject({ do: "open_exception", exception: { kind: "unproven" } })
  })
})

describe("a payment that the chain contradicts", () => {
  it("is captured under observe, and opens an exception that names both sides", () => {
    expect(stepOf("observe", LIE)).toEqual({ do: "process", capture: true })
    expect(stepOf("observe", LIE, { payment: captured, order })).toMatchObject({
      do: "open_exception",
      exception: {
        kind: "chain_disagrees",
        message:
          "Payment stpay_1 of 12.50 USDT is paid, but transaction 0xhash, by which the gateway says that it was paid on POLYGON, moved another amount (0.01 USDT to 0xdestination).",
      },
    })
  })

  it("opens it under require too, without a capture", () => {
    const step = stepOf("require", LIE, { payment: authorized, order })
    expect(step).toMatchObject({
      do: "open_exception",
      exception: { kind: "chain_disagrees" },
    })
    expect(JSON.stringify(step)).toContain("so it is not captured.")
    expect(JSON.stringify(step)).not.toContain("You have received")
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
      exception: { kind: "chain_disagrees" },
    })
    const early = { ...GONE, proof: proof() }
    expect(stepOf("observe", early, placed)).toEqual({ do: "nothing" })
    const paid = payment({ status: "paid", tx_hash: "0xhash", ...early })
    expect(nextReconcileAt(paid, NOW, "observe")).toEqual(ago(-HALF_AN_HOUR_MS))
  })

  it.each([LIE, GONE])(
    "leaves no refund due for money that may never have arrived: %#",
    (changes) => {
      const cancelled = { payment: authorized, order: cancelledOrder }
      expect(stepOf("require", changes, cancelled)).toMatchObject({
        do: "open_exception",
        exception: { kind: "chain_disagrees" },
      })
      expect(stepOf("off", changes, cancelled).do).toBe("refund_remainder")
    }
  )
})
