import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/**
 * How much the chain decides about reported transfers. `observe`: its verdict
 * is recorded. `require`: nothing is captured before the chain proves it.
 */
export const PROOF_MODES = ["off", "observe", "require"] as const
export type ProofMode = (typeof PROOF_MODES)[number]

/** How the chain of a payment is used. */
export type ChainPolicy = {
  /** `off`: the chain is not read. */
  proof: ProofMode
  /** Whether an endpoint is set. Without one, nothing required can be read. */
  has_endpoint: boolean
}

/** Policy for a payment whose chain is not read. */
export const UNREAD: ChainPolicy = { proof: "off", has_endpoint: false }

/** Whether a payment's transfer is read from its chain at all. */
export function readsChain({ proof }: Pick<ChainPolicy, "proof">): boolean {
  return proof !== "off"
}

/**
 * The chain's answer about a reported transfer:
 * - `not_found`: the transaction is in no block
 * - `found`: it pays exactly, in a block that may still be replaced
 * - `contradicted`: it does not pay this payment
 * - `proven`: it pays exactly, in a final block
 */
export const PROOF_STATUSES = [
  "not_found",
  "found",
  "contradicted",
  "proven",
] as const
export type ProofStatus = (typeof PROOF_STATUSES)[number]

/**
 * How the chain contradicts a report, the first that applies in this order:
 * - `failed`: the transaction was reverted and moved nothing
 * - `wrong_amount`: another amount of the coin to the payment's address
 * - `wrong_coin`: another known coin to that address
 * - `wrong_address`: the coin, to another address
 * - `no_transfer`: none of these
 * - `too_early`: it pays exactly, and is older than the payment
 */
export type Contradiction =
  | "failed"
  | "wrong_amount"
  | "wrong_coin"
  | "wrong_address"
  | "no_transfer"
  | "too_early"

/** Details of a proof status. Hashes and addresses are in lower case. */
export type ProofDetails = {
  tx_hash: string
  /** Null unless contradicted. */
  reason: Contradiction | null
  /** Sender of the transfer that pays. Null if none does. */
  sender: string | null
  /** Position of that transfer in its block. */
  log_index: number | null
  /** Null if the transaction is in no block. */
  block_number: number | null
  block_hash: string | null
  /** ISO 8601. */
  block_time: string | null
  /** Whether the block can't be replaced any more. */
  is_final: boolean
  /** The transfers that contradict: "9.99 USDC → 0x…". Null without any. */
  found_instead: string | null
}

/** As a row stores it. */
export type Proof = ProofDetails & {
  /** When this answer was first read, ISO 8601. */
  since: string
}

/** The answer of the chain about a payment. */
type Proved = Pick<Payment, "proof_status" | "proof">

/** Time in which a node may not know a transaction yet. */
export const NOT_FOUND_AFTER_MS = 30 * 60_000

/** Whether a payment may not be captured until the chain proves its transfer. */
export function isHeld(
  {
    status,
    rail,
    proof_status,
  }: Pick<Payment, "status" | "rail" | "proof_status">,
  policy: Pick<ChainPolicy, "proof">
): boolean {
  return (
    status === "paid" &&
    RAIL_TRAITS[rail].hasChain &&
    policy.proof === "require" &&
    proof_status !== "proven"
  )
}

/** Whether the chain contradicts the report by a block that is final. */
export function isDisproven({ proof_status, proof }: Proved): boolean {
  return proof_status === "contradicted" && proof?.is_final === true
}

/**
 * Whether the chain does not show the transfer that made a payment paid. The
 * gateway may then report the transaction that replaced it.
 */
export function isUnproven(payment: Proved): boolean {
  return payment.proof_status === "not_found" || isDisproven(payment)
}

/** Whether a transaction has been missing for too long. */
export function isMissing({ proof_status, proof }: Proved, now: Date): boolean {
  return (
    proof_status === "not_found" &&
    proof !== null &&
    now.getTime() - Date.parse(proof.since) >= NOT_FOUND_AFTER_MS
  )
}

/** Returns how the chain does not show a transfer, once that will last. */
export function doubtOf(
  proved: Proved,
  now: Date
): Contradiction | "not_found" | null {
  return isDisproven(proved)
    ? (proved.proof?.reason ?? null)
    : isMissing(proved, now)
      ? "not_found"
      : null
}

/** Whether the chain shows something else than was reported, or nothing. */
export function isNotShown({
  proof_status,
}: Pick<Payment, "proof_status">): boolean {
  return proof_status === "contradicted" || proof_status === "not_found"
}

const MINUTE_MS = 60_000
const SLOWEST_MS = 60 * MINUTE_MS
/** A transaction that no block contains by then was dropped or invented. */
const READ_FOR_MS = 30 * 24 * 60 * MINUTE_MS

/**
 * From when on a transfer is read again; null once the answer is final. A block
 * that may be replaced is read by each pass, a missing transaction less often
 * with time.
 *
 * @param since when this answer was first read
 */
export function proveAgainAt(
  status: ProofStatus,
  { is_final, since }: Pick<Proof, "is_final" | "since">,
  now: Date
): Date | null {
  if (status === "proven" || is_final) {
    return null
  }
  if (status !== "not_found") {
    return now
  }
  const age = now.getTime() - Date.parse(since)
  const delay = Math.min(Math.max(age, MINUTE_MS), SLOWEST_MS)
  return age < READ_FOR_MS ? new Date(now.getTime() + delay) : null
}

/**
 * Returns the changes by an answer of the chain, or null if it is no news. A
 * final proof is kept. Any other answer may be replaced, such as by a
 * reorganization.
 */
export function proofPatch(
  known: Proved,
  { status, proof }: { status: ProofStatus; proof: ProofDetails },
  at: Date
): (Proved & Pick<Payment, "prove_at">) | null {
  const names = Object.keys(proof) as (keyof ProofDetails)[]
  const isKnown =
    known.proof_status === status &&
    names.every((name) => known.proof?.[name] === proof[name])
  if (isKnown || known.proof_status === "proven") {
    return null
  }
  const dated = { ...proof, since: at.toISOString() }
  return {
    proof_status: status,
    proof: dated,
    prove_at: proveAgainAt(status, dated, at),
  }
}
