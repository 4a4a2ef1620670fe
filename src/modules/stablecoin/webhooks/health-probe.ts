/**
 * Event name of the webhooks that the health check sends to the store itself.
 * No gateway sends it, and it must be signed like any other.
 */
export const HEALTH_PROBE_EVENT = "stablecoin.health_check"

/**
 * Header that marks a probe. One altered by a proxy is reported by the check,
 * and not recorded as a rejected webhook of the gateway. Forging it only keeps
 * a webhook from being recorded.
 */
export const HEALTH_PROBE_HEADER = "x-stablecoin-health-check"
