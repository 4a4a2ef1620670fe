/**
 * The event of the webhooks that the health check sends to the store itself.
 * No gateway sends it; like any other it must be signed.
 */
export const HEALTH_PROBE_EVENT = "stablecoin.health_check"

/**
 * Which a probe carries besides: that a proxy spoils it is what the check
 * tells, and no webhook of the gateway's that was rejected. Whoever forges it
 * only keeps what they send from being noted.
 */
export const HEALTH_PROBE_HEADER = "x-stablecoin-health-check"
