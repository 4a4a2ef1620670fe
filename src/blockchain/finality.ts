/** Names by which an endpoint knows blocks that won't be replaced. */
export const FINALITY_TAGS = ["finalized", "safe"] as const

/**
 * The last block that counts as final: by its name at the endpoint, or by the
 * number of confirmations. The latest block has 1.
 */
export type Finality = (typeof FINALITY_TAGS)[number] | number
