import {
  type ChainPolicy,
  type Contradiction,
  isHeld,
  isMissing,
  type Payment,
  type ProofDetails,
  type ProofFact,
  type ProofStatus,
  proveAgainAt,
  transition,
} from "../index"
import { NOW, payment } from "./samples"

const HASH = "0xhash"
const REQUIRE: ChainPolicy = { proof: "require", has_endpoint: true }
const OBSERVE: ChainPolicy = { ...REQUIRE, proof: "observe" }
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000)

function proof(
  status: ProofStatus,
  changes: Partial<ProofDetails> = {}
): ProofFact {
  return {
    kind: "proof",
    status,
    proof: {
      tx_hash: HASH,
      reason: null,
      sender: "0xsender",
      log_index: 3,
      block_number: 100,
      block_hash: "0xblock",
      block_time: "2026-11-20T11:58:00.000Z",
      is_final: status === "proven",
      found_instead: null,
      ...changes,
    },
  }
}

const paid = (changes: Partial<Payment> = {}) =>
  payment({ status: "paid", tx_hash: "0xHASH", prove_at: NOW, ...changes })

/** The payment after these answers of the chain, in order. */
function after(...facts: ProofFact[]): Payment {
  return facts.reduce<Payment>(
    (before, fact) => ({ ...before, ...transition(before, fact, NOW).patch }),
    paid()
  )
}

describe("the chain's answer about a paid payment", () => {
  it("is kept with its sender, block and time", () => {
    const proven = proof("proven")
    expect(after(proven)).toMatchObject({
      status: "paid",
      proof_status: "proven",
      proof: { ...proven.proof, since: NOW.toISOString() },
      prove_at: null,
    })
  })

  it("makes no payment paid, and is not taken for another transaction", () => {
    const others = [
      payment({ tx_hash: HASH }),
      paid({ tx_hash: "0xother" }),
      paid({ tx_hash: null }),
    ]
    for (const other of others) {
      expect(transition(other, proof("proven"), NOW).patch).toEqual({})
    }
  })

  it("is recorded once while it stays the same", () => {
    const found = after(proof("found"))
    expect(transition(found, proof("found"), minutes(1)).patch).toEqual({})
  })

  it("is withdrawn when a reorganization removes the transaction", () => {
    const gone = proof("not_found", { block_number: null, block_hash: null })
    expect(after(proof("found"), gone)).toMatchObject({
      proof_status: "not_found",
      proof: { block_number: null, since: NOW.toISOString() },
      prove_at: minutes(1),
    })
    const moved = after(proof("found"), proof("found", { block_hash: "0xnew" }))
    expect(moved.proof?.block_hash).toBe("0xnew")
  })

  it("is final once it is proven", () => {
    const proven = after(proof("proven"))
    for (const status of ["not_found", "contradicted", "found"] as const) {
      expect(transition(proven, proof(status), NOW).patch).toEqual({})
    }
  })

  it("may be proven after a contradiction, such as of a wrong endpoint", () => {
    const reason: Contradiction = "failed"
    const denied = proof("contradicted", { reason, is_final: true })
    expect(after(denied, proof("proven")).proof_status).toBe("proven")
  })
})

it.each<[ProofStatus, boolean, number, number | null]>([
  ["proven", true, 0, null],
  ["contradicted", true, 0, null],
  ["contradicted", false, 0, 0],
  ["found", false, 500, 0],
  ["not_found", false, 0, 1],
  ["not_found", false, 7, 7],
  ["not_found", false, 600, 60],
  ["not_found", false, 31 * 24 * 60, null],
])(
  "a transfer that is %s (final: %s) for %i minutes is read again in %s minutes",
  (status, is_final, age, expected) => {
    const since = minutes(-age).toISOString()
    expect(proveAgainAt(status, { is_final, since }, NOW)).toEqual(
      expected === null ? null : minutes(expected)
    )
  }
)

it("a payment is held until it is proven, only under require and on a chain", () => {
  expect(isHeld(paid(), REQUIRE)).toBe(true)
  expect(isHeld(after(proof("found")), REQUIRE)).toBe(true)
  expect(isHeld(after(proof("contradicted")), REQUIRE)).toBe(true)
  expect(isHeld(after(proof("proven")), REQUIRE)).toBe(false)
  expect(isHeld(paid(), OBSERVE)).toBe(false)
  expect(isHeld(paid({ rail: "hosted" }), REQUIRE)).toBe(false)
  expect(isHeld(payment(), REQUIRE)).toBe(false)
})

it("a transaction is missing after half an hour, not sooner", () => {
  const missing = after(proof("not_found"))
  expect(isMissing(missing, minutes(29))).toBe(false)
  expect(isMissing(missing, minutes(30))).toBe(true)
  expect(isMissing(after(proof("found")), minutes(30))).toBe(false)
})
