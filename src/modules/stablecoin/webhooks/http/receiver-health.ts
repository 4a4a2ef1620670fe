/**
 * Address at which a GET tells who receives webhooks. A reverse proxy passes it
 * on like the webhooks themselves, hence to the same process.
 */
export const RECEIVER_HEALTH_PATH = "/hooks/stablecoin/health"
