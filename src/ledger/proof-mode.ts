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
export const UNREAD: ChainPolicy = {
  proof: "off",
  has_endpoint: false,
}

/** Whether a payment's transfer is read from its chain at all. */
export function readsChain({ proof }: Pick<ChainPolicy, "proof">): boolean {
  return proof !== "off"
}
