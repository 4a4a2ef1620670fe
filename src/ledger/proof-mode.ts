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
