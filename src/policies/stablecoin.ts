import { definePolicies } from "@medusajs/framework/utils"
import type { StablecoinResource } from "../http-types"

/** Name and label of each resource, for the role editor. */
const RESOURCES: Record<StablecoinResource, [name: string, label: string]> = {
  stablecoin_payment: ["StablecoinPayment", "stablecoin payments"],
  stablecoin_exception: ["StablecoinException", "stablecoin exceptions"],
  stablecoin_refund: ["StablecoinRefund", "stablecoin refunds"],
  stablecoin_webhook: ["StablecoinWebhook", "stablecoin webhooks"],
  stablecoin_setting: ["StablecoinSetting", "stablecoin settings and health"],
}

/**
 * Registers the permissions that a role may be granted. Medusa's role editor
 * lists them.
 */
export const stablecoinPolicies = definePolicies(
  Object.entries(RESOURCES).flatMap(([resource, [name, label]]) => [
    {
      name: `Read${name}`,
      resource,
      operation: "read",
      description: `Read ${label}`,
    },
    {
      name: `Update${name}`,
      resource,
      operation: "update",
      description: `Update ${label}`,
    },
  ])
)
