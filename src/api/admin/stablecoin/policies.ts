import type { MiddlewareRoute } from "@medusajs/framework/http"
import type { StablecoinResource } from "../../../http-types"

/**
 * Maps each folder of routes to its resource. The summary has none: any of them
 * allows reading it, and each of its parts requires its own.
 */
export const RESOURCE_OF_FOLDER: Record<string, StablecoinResource> = {
  overview: "stablecoin_payment",
  payments: "stablecoin_payment",
  orders: "stablecoin_payment",
  deposits: "stablecoin_payment",
  exceptions: "stablecoin_exception",
  refunds: "stablecoin_refund",
  webhooks: "stablecoin_webhook",
  settings: "stablecoin_setting",
  currencies: "stablecoin_setting",
  health: "stablecoin_setting",
}

/**
 * Has Medusa check the caller's roles where the store has role-based access
 * control enabled.
 */
export const policyMiddlewares: MiddlewareRoute[] = Object.entries(
  RESOURCE_OF_FOLDER
).flatMap(([folder, resource]) =>
  [`/admin/stablecoin/${folder}`, `/admin/stablecoin/${folder}/*`].flatMap(
    (matcher): MiddlewareRoute[] => [
      { matcher, methods: ["GET"], policies: { resource, operation: "read" } },
      {
        matcher,
        // Includes methods that no route has yet.
        methods: ["POST", "PUT", "PATCH", "DELETE"],
        policies: { resource, operation: "update" },
      },
    ]
  )
)
