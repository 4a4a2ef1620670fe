import type { MedusaRequest } from "@medusajs/framework/http"
import type { AdminSettingsResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"

/** The settings as an admin may see them, and the health of the webhooks. */
export async function readSettings({
  scope,
}: Pick<MedusaRequest, "scope">): Promise<AdminSettingsResponse> {
  const { adminSettings, webhooks } =
    scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  return {
    settings: {
      ...(await adminSettings.describe()),
      webhooks: await webhooks.health(),
    },
  }
}
