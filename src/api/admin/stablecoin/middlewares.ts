import type { MiddlewareRoute } from "@medusajs/framework/http"
import { exceptionMiddlewares } from "./exceptions/middlewares"
import { guardChanges } from "./guard-changes"
import { refundMiddlewares } from "./refunds/middlewares"
import { refuseZeroBytes } from "./refuse-zero-bytes"
import { policyMiddlewares } from "./roles"
import { settingsMiddlewares } from "./settings/middlewares"

export const adminStablecoinMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/stablecoin/*",
    middlewares: [refuseZeroBytes, guardChanges],
  },
  ...policyMiddlewares,
  ...exceptionMiddlewares,
  ...refundMiddlewares,
  ...settingsMiddlewares,
]
