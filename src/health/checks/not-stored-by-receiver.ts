import type { ReceiverStatus, WebhookReceiverResponse } from "../../http-types"
import { error, type RailFinding, warning } from "../check"
import type { ProbeResponse } from "../request"

type Found = RailFinding<"webhook">

/**
 * Explains why a receiver did not store a test webhook in this database.
 *
 * @param isReceipt whether the response is that of a received webhook
 * @returns null if no receiver answered, or its response explains itself
 */
export function notStoredByReceiver(
  url: string,
  response: ProbeResponse,
  isReceipt: boolean,
  found: WebhookReceiverResponse | null
): Found | null {
  if (!found?.receiver || !("status" in response)) {
    return null
  }
  const { status } = response
  switch (status) {
    case 200:
      return isReceipt ? error("receiver_database", { url }) : null
    case 401:
      return error("receiver_refused", { url, status })
    case 503:
      return unavailable(url, found.status)
    default:
      return null
  }
}

function unavailable(url: string, state: ReceiverStatus): Found {
  switch (state) {
    case "ready":
      return error("receiver_refused", { url, status: 503 })
    case "spooling":
      return warning("receiver_spooling", { url })
    case "full":
      return error("receiver_full", { url })
  }
}
