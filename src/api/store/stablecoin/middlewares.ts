import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { limitStarts } from "./limit-starts"

export const storeStablecoinMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/stablecoin/*", middlewares: [exposeHeaders] },
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
