import type { MiddlewareRoute } from "@medusajs/framework/http"
import { webhookEventMiddlewares } from "./webhooks/middlewares"
import { exceptionMiddlewares } from "./exceptions/middlewares"
import { guardChanges } from "./guard-changes"
import { healthMiddlewares } from "./health/middlewares"
import { overviewMiddlewares } from "./overview/middlewares"
import { paymentMiddlewares } from "./payments/middlewares"
import { policyMiddlewares } from "./policies"
import { requireAnyRead } from "./readable"
import { depositMiddlewares } from "./deposits/middlewares"
import { refundMiddlewares } from "./refunds/middlewares"
import { refuseZeroBytes } from "./refuse-zero-bytes"
import { settingsMiddlewares } from "./settings/middlewares"
import { testConnectionMiddlewares } from "./settings/[action]/middlewares"

export const adminStablecoinMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/stablecoin/*",
    middlewares: [refuseZeroBytes, guardChanges],
  },
  ...policyMiddlewares,
  {
    matcher: "/admin/stablecoin/summary",
    methods: ["GET"],
    middlewares: [requireAnyRead],
  },
  ...webhookEventMiddlewares,
  ...exceptionMiddlewares,
  ...healthMiddlewares,
  ...overviewMiddlewares,
  ...paymentMiddlewares,
  ...depositMiddlewares,
  ...refundMiddlewares,
  ...settingsMiddlewares,
  ...testConnectionMiddlewares,
]
