import type { AdminPaymentDetail } from "../../../../http-types"
import {
  answerAboutPayment,
  captureNote,
  isDepositNotShown,
  proofState,
} from "../proof-state"

const payment = (changes: Partial<AdminPaymentDetail>) =>
  ({
    proof_status: null,
    proof_mode: "observe",
    proof: null,
    tx_hash: "0xhash",
    ...changes,
  }) as AdminPaymentDetail
const contradicted = {
  proof_status: "contradicted",
  proof: { reason: "wrong_coin" } as AdminPaymentDetail["proof"],
} as const

describe("the proof of a payment", () => {
  it.each([
    ["nothing, where no network is read", { proof_mode: "off" }, null, null],
    [
      "only an answer, where its network is not read",
      { proof_mode: "no_endpoint" },
      null,
      "no_endpoint",
    ],
    ["a wait for the network", {}, "none", "none"],
    ["a wait for the gateway", { tx_hash: null }, "none", "no_transaction"],
    ["an answer", { proof_status: "found" }, "found", "found"],
    [
      "an answer from before reading was turned off",
      { proof_status: "proven", proof_mode: "off" },
      "proven",
      "proven",
    ],
    [
      "a contradiction, by its reason",
      contradicted,
      "contradicted",
      "wrong_coin",
    ],
  ] as [string, Partial<AdminPaymentDetail>, string | null, string | null][])(
    "is shown as %s",
    (_what, changes, state, answer) => {
      expect(proofState(payment(changes))).toBe(state)
      expect(answerAboutPayment(payment(changes))).toBe(answer)
    }
  )
})

it("says that a capture waits only while Medusa has not captured", () => {
  const held = { ...payment({}), is_held: true, captured_at: null }
  expect(captureNote(held)).toBe("proof.held")
  expect(captureNote({ ...held, is_held: false })).toBeNull()
  // As one that was captured before the merchant chose `require`.
  expect(captureNote({ ...held, captured_at: "2026-11-20" })).toBeNull()
})

it("promises no capture once a final block contradicts", () => {
  const held = { ...payment(contradicted), is_held: true, captured_at: null }
  const final = { ...held.proof, is_final: true } as typeof held.proof
  expect(captureNote(held)).toBe("proof.held")
  expect(captureNote({ ...held, proof: final })).toBe("proof.notCaptured")
})

it("doubts a deposit only if it is what a payment was paid with", () => {
  const known = { mode: "live", rate: null } as const
  const lie = {
    ...known,
    deposit_id: "stdep_1",
    proof_status: "contradicted",
  } as const
  expect(isDepositNotShown("stdep_1", lie)).toBe(true)
  expect(isDepositNotShown("stdep_2", lie)).toBe(false)
  expect(isDepositNotShown("stdep_1", null)).toBe(false)
  const proven = { ...lie, proof_status: "proven" } as const
  expect(isDepositNotShown("stdep_1", proven)).toBe(false)
})
