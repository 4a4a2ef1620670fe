import {
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { limitStarts } from "./limit-starts"
import { GetOptionsParams } from "./options/validators"
import { GetPaymentsParams } from "./payments/validators"

export const storeStablecoinMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/stablecoin/*", middlewares: [exposeHeaders] },
  {
    matcher: "/store/stablecoin/options",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(GetOptionsParams, { isList: false }),
    ],
  },
  {
    matcher: "/store/stablecoin/payments",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(GetPaymentsParams, { isList: false }),
    ],
  },
  {
    matcher: "/store/payment-collections/:id/payment-sessions",
    methods: ["POST"],
    middlewares: [exposeHeaders, limitStarts],
  },
]

/**
 * A browser hides these headers from a storefront of another origin unless they
 * are exposed.
 */
function exposeHeaders(
  _: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  res.append("Access-Control-Expose-Headers", "ETag, Retry-After")
  next()
}
