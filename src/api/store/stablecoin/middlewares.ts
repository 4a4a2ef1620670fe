import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { limitStarts } from "./limit-starts"
import { optionMiddlewares } from "./options/middlewares"

export const storeStablecoinMiddlewares: MiddlewareRoute[] = [
  { matcher: "/store/stablecoin/*", middlewares: [exposeRetryAfter] },
  ...optionMiddlewares,
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
