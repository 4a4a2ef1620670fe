import type { AdminWebhookHealth } from "../../http-types"
import type { Rail } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import type { Finding } from "../check"

type Found = Finding<`webhook_${Rail}`>

/**
 * How long a rejection without a later webhook is reported: rejected requests
 * can come from any sender.
 */
const RECENT_MS = 24 * 60 * 60_000

/**
 * Reports missed webhooks of the gateway, for stores whose test webhook
 * arrives. A wrong address or secret in the gateway's portal shows nowhere
 * else.
 *
 * @returns null if none was missed
 */
export async function missedOf(
  { webhooks }: Pick<StablecoinModuleService, "webhooks">,
  rail: Rail
): Promise<Found | null> {
  const health = (await webhooks.health()).find((each) => each.rail === rail)
  return health ? (rejectedOf(health) ?? quietOf(health)) : null
}

function rejectedOf({
  rail,
  last_received_at,
  last_rejected_at: at,
  last_rejected_reason,
}: AdminWebhookHealth): Found | null {
  const isLast = at && (!last_received_at || at > last_received_at)
  if (!isLast || Date.parse(at) < Date.now() - RECENT_MS) {
    return null
  }
  const reason = last_rejected_reason ?? "unknown"
  return {
    status: "warning",
    code: "rejected",
    params: { rail, reason, at },
    message: `The last webhook of the ${rail} rail was rejected (${reason}) at ${at}, and none was received since.`,
    remedy:
      "Compare the webhook secret in the gateway's portal with the one in the settings. If no payment was made at that time, it was forged: then there is nothing to do.",
  }
}

function quietOf({
  rail,
  quiet_since: since,
}: AdminWebhookHealth): Found | null {
  return since
    ? {
        status: "warning",
        code: "quiet",
        params: { rail, since },
        message: `No webhook of the ${rail} rail was received since ${since}, though payments were started. Something in front of the store may keep them back.`,
        remedy:
          "Look into the log of the proxy, firewall or CDN, compare the address that is registered at the gateway with the one under Settings → Stablecoin payments, and ask the gateway's support whether it sends webhooks.",
      }
    : null
}
