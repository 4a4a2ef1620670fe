import type { MiddlewareRoute } from "@medusajs/framework/http"
import type { StablecoinResource } from "../../../http-types"

/**
 * The resource of each folder of routes. The summary has none: it is read with
 * any of them, and each of its parts with its own.
 */
export const RESOURCE_OF_FOLDER: Record<string, StablecoinResource> = {
  payments: "stablecoin_payment",
  orders: "stablecoin_payment",
  exceptions: "stablecoin_exception",
  refunds: "stablecoin_refund",
  webhooks: "stablecoin_webhook",
  settings: "stablecoin_setting",
  currencies: "stablecoin_setting",
  health: "stablecoin_setting",
}

/** Has Medusa check the caller's roles, where the store has role-based access control turned on. */
export const policyMiddlewares: MiddlewareRoute[] = Object.entries(
  RESOURCE_OF_FOLDER
).flatMap(([folder, resource]) =>
  [`/admin/stablecoin/${folder}`, `/admin/stablecoin/${folder}/*`].flatMap(
    (matcher): MiddlewareRoute[] => [
      { matcher, methods: ["GET"], policies: { resource, operation: "read" } },
      {
        matcher,
        // Also methods that no route has yet.
        methods: ["POST", "PUT", "PATCH", "DELETE"],
        policies: { resource, operation: "update" },
      },
    ]
  )
)
