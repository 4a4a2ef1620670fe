import type { AdminWebhookHealth } from "../../http-types"
import type { Rail } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { QUIET_PAYMENTS } from "../../modules/stablecoin/service"
import { error, type RailFinding, warning } from "../check"

type Found = RailFinding<"webhook">

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
  return warning("rejected", { rail, reason, at })
}

function quietOf({
  rail,
  quiet_since: since,
}: AdminWebhookHealth): Found | null {
  return since ? error("quiet", { rail, since, count: QUIET_PAYMENTS }) : null
}
