import {
  isCorrectable,
  NOT_FOUND_AFTER_MS,
  type Proof,
  type ProofDetails,
  type ProofStatus,
  type ProvableRefund,
  provedRefund,
} from "../index"
import { NOTHING_FOUND, SENT_HASH as HASH } from "./refund-samples"
import { NOW } from "./samples"
import { ago } from "./settlement-samples"

const PROVEN: ProofDetails = {
  ...NOTHING_FOUND,
  sender: "0xmerchant",
  log_index: 3,
  block_number: 100,
  block_hash: "0xblock",
  is_final: true,
}
const SHORT: ProofDetails = {
  ...NOTHING_FOUND,
  reason: "wrong_amount",
  block_number: 100,
  is_final: true,
  found_instead: "4.50 USDT → 0xbuyer",
}

const since = (proof: ProofDetails, at = NOW): Proof => ({
  ...proof,
  since: at.toISOString(),
})

function refund(changes: Partial<ProvableRefund> = {}): ProvableRefund {
  return {
    id: "stref_1",
    order_id: "order_1",
    chain: "POLYGON",
    status: "sent",
    tx_hash: HASH,
    proof_status: null,
    proof: null,
    ...changes,
  }
}

const answer = (status: ProofStatus, proof: ProofDetails) => ({ status, proof })

describe("the chain's answer about a sent refund", () => {
  it("proves it, and then never changes", () => {
    const proven = provedRefund(refund(), answer("proven", PROVEN), NOW)
    expect(proven).toEqual({
      patch: { proof_status: "proven", proof: since(PROVEN), prove_at: null },
      exception: null,
    })
    const after = refund(proven.patch)
    expect(provedRefund(after, answer("contradicted", SHORT), NOW)).toEqual({
      patch: { prove_at: null },
      exception: null,
    })
  })

  it("names both sides when a final block contradicts it", () => {
    const told = provedRefund(refund(), answer("contradicted", SHORT), NOW)
    expect(told.exception).toEqual({
      kind: "refund_problem",
      reason: "contradicted",
      key: `stref_1:${HASH}:refund_problem.contradicted:wrong_amount`,
      details: {
        refund_id: "stref_1",
        order_id: "order_1",
        chain: "POLYGON",
        tx_hash: HASH,
      },
    })
  })

  it("opens no exception while the block may be replaced, and is read again", () => {
    const open = { ...SHORT, is_final: false }
    const told = provedRefund(refund(), answer("contradicted", open), NOW)
    expect(told).toMatchObject({ patch: { prove_at: NOW }, exception: null })
  })

  it("waits for a transaction that a node may not know yet", () => {
    const missing = answer("not_found", NOTHING_FOUND)
    const first = provedRefund(refund(), missing, NOW)
    expect(first).toMatchObject({
      patch: { proof_status: "not_found" },
      exception: null,
    })

    const proof = since(NOTHING_FOUND, ago(NOT_FOUND_AFTER_MS))
    const known = refund({ proof_status: "not_found", proof })
    const later = provedRefund(known, missing, NOW)
    expect(Object.keys(later.patch)).toEqual(["prove_at"])
    expect(later.exception?.key).toMatch(/:not_found$/)
  })

  it("is reported again when its reason changes, since the merchant acts on it", () => {
    const proof = since(NOTHING_FOUND, ago(NOT_FOUND_AFTER_MS))
    const known = refund({ proof_status: "not_found", proof })
    const [missing, short] = [
      provedRefund(known, answer("not_found", NOTHING_FOUND), NOW),
      provedRefund(known, answer("contradicted", SHORT), NOW),
    ].map((told) => told.exception)
    expect(short?.key).not.toBe(missing?.key)
  })
})

describe("the transfer of a sent refund", () => {
  it.each<[ProofStatus | null, boolean]>([
    [null, false],
    ["found", false],
    ["proven", false],
    ["not_found", true],
    ["contradicted", true],
  ])("with the answer %s can be corrected: %s", (proof_status, expected) => {
    expect(isCorrectable(refund({ proof_status }))).toBe(expected)
    expect(isCorrectable(refund({ proof_status, status: "due" }))).toBe(false)
  })
})
