import type { ReceiverStatus, WebhookReceiverResponse } from "../../http-types"
import type { Rail } from "../../ledger"
import type { Finding } from "../check"
import type { ProbeResponse } from "../request"

type Found = Finding<`webhook_${Rail}`>

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
      return isReceipt ? otherDatabase(url) : null
    case 401:
      return refused(url, status)
    case 503:
      return UNAVAILABLE[found.status](url)
    default:
      return null
  }
}

const UNAVAILABLE: Record<ReceiverStatus, (url: string) => Found> = {
  ready: (url) => refused(url, 503),
  spooling: (url) => ({
    status: "warning",
    code: "receiver_spooling",
    params: { url },
    message: `A test webhook to ${url} could not be stored, because the receiver can't use the database. The gateway's webhooks wait in its spool.`,
    remedy:
      "Check the reason in the receiver's log, and that its DATABASE_URL is this store's.",
  }),
  full: (url) => ({
    status: "error",
    code: "receiver_full",
    params: { url },
    message: `A test webhook to ${url} was refused (503): the receiver refuses all webhooks.`,
    remedy:
      "Check the reason in the receiver's log, and that its DATABASE_URL is this store's.",
  }),
}

function otherDatabase(url: string): Found {
  return {
    status: "error",
    code: "receiver_database",
    params: { url },
    message: `A test webhook to ${url} was stored by the receiver in a database other than this store's.`,
    remedy:
      "Start the receiver with this store's environment, above all its DATABASE_URL, or set backendUrl to the address of this store.",
  }
}

function refused(url: string, status: number): Found {
  return {
    status: "error",
    code: "receiver_refused",
    params: { url, status },
    message: `A correctly signed test webhook to ${url} was refused by the receiver (${status}).`,
    remedy:
      "Start the receiver with this store's environment and medusa-config: its secrets, encryption keys or database are others. If they are the same, a proxy in front of it changes bodies or drops the signature's header.",
  }
}
