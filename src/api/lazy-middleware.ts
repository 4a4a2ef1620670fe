import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareFunction,
} from "@medusajs/framework/http"

/**
 * A middleware that is made with the first request that needs it. A list's
 * schema has dozens of parts, and a store's boot need not wait for those that
 * only its admins will ever use.
 */
export function lazyMiddleware(
  make: () => MiddlewareFunction
): MiddlewareFunction {
  let made: MiddlewareFunction | undefined
  return (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ): unknown => (made ??= make())(req, res, next)
}
