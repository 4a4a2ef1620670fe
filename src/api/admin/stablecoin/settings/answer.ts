import type { MedusaRequest } from "@medusajs/framework/http"
import type { AdminSettingsResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"

/** The settings as an admin may see them, and the health of the webhooks. */
export async function readSettings({
  scope,
}: Pick<MedusaRequest, "scope">): Promise<AdminSettingsResponse> {
  const { settings, webhooks } = scope.resolve(STABLECOIN_MODULE)
  return {
    settings: {
      ...(await settings.describe()),
      webhooks: await webhooks.health(),
    },
  }
}
