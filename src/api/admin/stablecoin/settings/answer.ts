import type { MedusaRequest } from "@medusajs/framework/http"
import type {
  AdminSettingsResponse,
  AdminWebhookHealth,
} from "../../../../http-types"
import { type Rail, RAILS } from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"

/** The settings as an admin may see them. */
export async function readSettings({
  scope,
}: Pick<MedusaRequest, "scope">): Promise<AdminSettingsResponse> {
  const { adminSettings } =
    scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const described = await adminSettings.describe()
  const backendUrl = described.general.backend_url.value
  return {
    settings: {
      ...described,
      webhooks: RAILS.map((rail) => unwatched(rail, backendUrl)),
    },
  }
}

function unwatched(rail: Rail, backendUrl: string | null): AdminWebhookHealth {
  return {
    rail,
    url: backendUrl && `${backendUrl}/hooks/stablecoin/${rail}`,
    watched_since: null,
    last_received_at: null,
    last_rejected_at: null,
    last_rejected_reason: null,
    quiet_since: null,
  }
}
