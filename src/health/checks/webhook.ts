import { z } from "zod"
import { PRIVATE_ADDRESS } from "../../gateway"
import type { AdminWebhookHealth } from "../../http-types"
import type { Rail } from "../../ledger"
import { QUIET_PAYMENTS, webhookUrl } from "../../modules/stablecoin/service"
import { check, error, ok, type RailFinding, warning } from "../check"
import { addressScopeOf, type CheckContext } from "../context"
import { sendProbe } from "../probe"
import type { ProbeResponse } from "../request"

const receiptSchema = z.object({ received: z.literal(true) })

/**
 * Sends a signed webhook to the store's own address, as the gateway would, and
 * checks that it arrived in this database.
 */
export const webhookOf = (rail: Rail) =>
  check<`webhook_${Rail}`>(`webhook_${rail}`, async (context) => {
    const settings = await context.settings()
    const account = settings.accounts[rail]
    const secret = settings.webhookSigners[rail].find(
      (signer) =>
        signer.account === account?.account && signer.created_before === null
    )?.secret
    if (!secret) {
      return settings.isMeant[rail] ? error("no_secret") : ok("not_configured")
    }
    if (!settings.general.ok) {
      return error("no_backend_url")
    }
    const url = webhookUrl(settings.general.value.backendUrl, rail)
    const addressScope = addressScopeOf(context, settings.general.value)
    const send = (isOdd: boolean) =>
      sendProbe(context.stablecoin, { rail, secret, url, isOdd, addressScope })
    const { response, arrived } = await send(true)
    const missed = async () => await missedOf(context.stablecoin, rail)
    if (arrived && isReceipt(response)) {
      return (await missed()) ?? ok("received", { url })
    }
    if ("failed" in response && response.failed === PRIVATE_ADDRESS) {
      return (await missed()) ?? warning("private_address", { url })
    }
    if (isUnauthorized(response) && (await send(false)).arrived) {
      return error("body_changed", { url })
    }
    return notStored(url, response)
  })

function notStored(
  url: string,
  response: ProbeResponse
): RailFinding<"webhook"> {
  if ("failed" in response) {
    const { failed: detail, isTimeout } = response
    return error(isTimeout ? "timeout" : "unreachable", { url, detail })
  }
  const { status } = response
  if (status === 200) {
    return error(isReceipt(response) ? "other_store" : "wrong_answer", { url })
  }
  if (status === 401) {
    return error("unauthorized", { url })
  }
  if (status === 404) {
    return error("not_found", { url })
  }
  const isRedirect = status >= 300 && status < 400
  return error(isRedirect ? "redirected" : "refused", { url, status })
}

function isUnauthorized(response: ProbeResponse): boolean {
  return "status" in response && response.status === 401
}

/** Whether it is the plugin's response to a webhook that it received. */
function isReceipt(response: ProbeResponse): boolean {
  if (!("status" in response) || response.status !== 200) {
    return false
  }
  try {
    return receiptSchema.safeParse(JSON.parse(response.body)).success
  } catch {
    return false
  }
}

/**
 * How long a rejection without a later webhook is reported: rejected requests
 * can come from any sender.
 */
const RECENT_MS = 24 * 60 * 60_000

/**
 * Reports missed webhooks of the gateway, for stores whose test webhook arrives
 * or can't be sent. A wrong address or secret in the gateway's portal shows
 * nowhere else.
 *
 * @returns null if none was missed
 */
async function missedOf(
  { webhooks }: CheckContext["stablecoin"],
  rail: Rail
): Promise<RailFinding<"webhook"> | null> {
  const health = (await webhooks.health()).find((each) => each.rail === rail)
  return health ? (rejectedOf(health) ?? quietOf(health)) : null
}

/** Reports a rejection, which may be forged unless all others are missing too. */
function rejectedOf({
  rail,
  last_received_at,
  last_rejected_at: at,
  last_rejected_reason,
  quiet_since,
}: AdminWebhookHealth): RailFinding<"webhook"> | null {
  const isLast = at && (!last_received_at || at > last_received_at)
  if (!isLast || Date.parse(at) < Date.now() - RECENT_MS) {
    return null
  }
  const reason = last_rejected_reason ?? "unknown"
  const finding = quiet_since ? error : warning
  return finding("rejected", { rail, reason, at })
}

function quietOf({
  rail,
  quiet_since: since,
}: AdminWebhookHealth): RailFinding<"webhook"> | null {
  return since ? error("quiet", { rail, since, count: QUIET_PAYMENTS }) : null
}
