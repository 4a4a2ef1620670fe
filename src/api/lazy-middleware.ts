import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareFunction,
} from "@medusajs/framework/http"

/**
 * Creates a middleware on the first request that needs it. A list's schema has
 * dozens of parts, and a store's boot need not wait for parts that only its
 * admins use.
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
