import type { ReceiverStatus } from "../../http-types"
import { check, type Finding } from "../check"
import { webhookReceiverUrl } from "../webhook-receiver"

type Found = Finding<"receiver">

/** Reports which process receives webhooks, and the state of a receiver. */
export const receiver = check("receiver", async (context): Promise<Found> => {
  const { general } = await context.settings()
  if (!general.ok) {
    return {
      status: "warning",
      code: "no_backend_url",
      message: "The store's own address is not set.",
      remedy: "Set backendUrl to the public https address of this backend.",
    }
  }
  const url = webhookReceiverUrl(general.value)
  const found = await context.webhookReceiver()
  if (!found) {
    return {
      status: "warning",
      code: "unknown",
      params: { url },
      message: `Neither the store nor a receiver answers at ${url}.`,
      remedy:
        "If a proxy forwards webhooks to a receiver, check that it runs, and that the proxy forwards this address to it, too. Otherwise resolve the findings about the backend URL and webhooks.",
    }
  }
  return found.receiver ? STATES[found.status] : STORE
})

const STORE: Found = {
  status: "ok",
  code: "store",
  message:
    "Webhooks are received by the store itself. Those sent while it is down may be lost: a receiver would keep them (docs/receiver.md).",
}

const STATES: Record<ReceiverStatus, Found> = {
  ready: {
    status: "ok",
    code: "ready",
    message: "A receiver accepts the webhooks, also while the store is down.",
  },
  spooling: {
    status: "warning",
    code: "spooling",
    message:
      "The receiver can't use the database: webhooks wait in its spool until it can.",
    remedy:
      "Check the reason in the receiver's log, and that its DATABASE_URL is this store's (docs/receiver.md).",
  },
  full: {
    status: "error",
    code: "full",
    message:
      "The receiver refuses webhooks: it can't use the database, and its spool is full or it has not read any secret yet.",
    remedy:
      "Check the reason in the receiver's log, and that its DATABASE_URL is this store's. If the database stays away, make room on the receiver's disk or raise --spool-mb (docs/receiver.md).",
  },
}
