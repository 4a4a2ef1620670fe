import type { MiddlewareRoute } from "@medusajs/framework/http"
import { deliveryMiddlewares } from "./deliveries/middlewares"
import { exceptionMiddlewares } from "./exceptions/middlewares"
import { healthMiddlewares } from "./health/middlewares"
import { paymentMiddlewares } from "./payments/middlewares"
import { refundMiddlewares } from "./refunds/middlewares"
import { refuseZeroBytes } from "./refuse-zero-bytes"
import { settingsMiddlewares } from "./settings/middlewares"
import { testConnectionMiddlewares } from "./settings/[action]/middlewares"

export const adminStablecoinMiddlewares: MiddlewareRoute[] = [
  { matcher: "/admin/stablecoin/*", middlewares: [refuseZeroBytes] },
  ...deliveryMiddlewares,
  ...exceptionMiddlewares,
  ...healthMiddlewares,
  ...paymentMiddlewares,
  ...refundMiddlewares,
  ...settingsMiddlewares,
  ...testConnectionMiddlewares,
]
