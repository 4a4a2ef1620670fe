/**
 * The event of the deliveries that the health check sends to the store itself.
 * No gateway sends it; like any other it must be signed.
 */
export const HEALTH_PROBE_EVENT = "stablecoin.health_check"
