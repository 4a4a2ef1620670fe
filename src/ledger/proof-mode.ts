/**
 * How much the chain decides about reported transfers. `observe`: its verdict
 * is recorded. `require`: nothing is captured before the chain proves it.
 */
export const PROOF_MODES = ["off", "observe", "require"] as const
export type ProofMode = (typeof PROOF_MODES)[number]

/**
 * Whether senders are screened. `hold`: a payment from a listed one is
 * authorized and not captured.
 */
export const SCREENING_MODES = ["off", "hold"] as const
export type ScreeningMode = (typeof SCREENING_MODES)[number]

/** How the chain of a payment is used. Both `off`: it is not read. */
export type ChainPolicy = {
  proof: ProofMode
  screening: ScreeningMode
  /** Whether an endpoint is set. Without one, nothing required can be read. */
  has_endpoint: boolean
}

/** Policy for a payment whose chain is not read. */
export const UNREAD: ChainPolicy = {
  proof: "off",
  screening: "off",
  has_endpoint: false,
}

/** Whether a payment's transfer is read from its chain at all. */
export function readsChain({
  proof,
  screening,
}: Pick<ChainPolicy, "proof" | "screening">): boolean {
  return proof !== "off" || screening !== "off"
}
