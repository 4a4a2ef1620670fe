import type { GatewayError } from "./gateway-error"

/** Statuses by which an API refuses the content of a request. */
const CONTENT_STATUSES = [400, 422]

/** Words of a sentence that is about the amount, which any buyer may choose. */
const NAMES_AMOUNT = /amount|minimum|maximum|limit/i

const NAMES_PAIR = /(?:^|[^a-z])(?:currency|chain|network|coin)(?:$|[^a-z])/i

/**
 * Whether a creation was refused because of its stablecoin or its network.
 * Fields that the gateway names decide: an amount that is too small says nothing
 * about the coin. The contract does not show the shape of these details. Without
 * readable ones, a 400 or 422 counts unless its sentence is about the amount, or
 * a few buyers with tiny carts could have a coin left out for all. Other statuses say who asks (401, 402, 403), where (404, 405)
 * or when (408, 429).
 */
export function refusesPair(error: GatewayError): boolean {
  const { code, status = 0, said = "", fields, ambiguous } = error
  if (ambiguous || (code !== "invalid" && code !== "rejected")) {
    return false
  }
  const names = Object.keys(fields ?? {})
  return names.length
    ? status !== 403 && names.some((name) => NAMES_PAIR.test(name))
    : CONTENT_STATUSES.includes(status) && !NAMES_AMOUNT.test(said)
}
