import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { limitStarts } from "./limit-starts"
import { GetOptionsParams } from "./options/validators"

export const storeStablecoinMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/stablecoin/*", middlewares: [exposeRetryAfter] },
  {
    matcher: "/store/stablecoin/options",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(GetOptionsParams, { isList: false }),
    ],
  },
  {
    matcher: "/store/payment-collections/:id/payment-sessions",
    methods: ["POST"],
    middlewares: [exposeRetryAfter, limitStarts],
  },
]

/**
 * A browser hides `Retry-After` from a storefront of another origin unless it
 * is exposed.
 */
function exposeRetryAfter(
  _: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  res.append("Access-Control-Expose-Headers", "Retry-After")
  next()
}
