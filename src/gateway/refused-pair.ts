import type { GatewayError } from "./gateway-error"

/** Statuses by which an API refuses the content of a request. */
const CONTENT_STATUSES = [400, 422]

const NAMES_PAIR = /(?:^|[^a-z])(?:currency|chain|network|coin)(?:$|[^a-z])/i

/**
 * Whether a creation was refused because of its stablecoin or its network.
 * Fields that the gateway names decide: an amount that is too small says nothing
 * about the coin. The contract does not show the shape of these details. Without
 * readable ones, a 400 or 422 counts: all else that a payment sends is the same
 * for each pair. Other statuses say who asks (401, 402, 403), where (404, 405)
 * or when (408, 429).
 */
export function refusesPair(error: GatewayError): boolean {
  const { code, status = 0, fields, ambiguous } = error
  if (ambiguous || (code !== "invalid" && code !== "rejected")) {
    return false
  }
  const names = Object.keys(fields ?? {})
  return names.length
    ? status !== 403 && names.some((name) => NAMES_PAIR.test(name))
    : CONTENT_STATUSES.includes(status)
}
