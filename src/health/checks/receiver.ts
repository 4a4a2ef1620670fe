import { check, error, ok, warning } from "../check"
import { webhookReceiverUrl } from "../webhook-receiver"

/** Reports which process receives webhooks, and the state of a receiver. */
export const receiver = check("receiver", async (context) => {
  const { general } = await context.settings()
  if (!general.ok) {
    return warning("no_backend_url")
  }
  const found = await context.webhookReceiver()
  if (!found) {
    return warning("unknown", { url: webhookReceiverUrl(general.value) })
  }
  if (!found.receiver) {
    return ok("store")
  }
  const report = { ready: ok, spooling: warning, full: error }[found.status]
  return report(found.status)
})
