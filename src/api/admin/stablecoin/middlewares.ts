import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { exceptionMiddlewares } from "./exceptions/middlewares"
import { guardChanges } from "./guard-changes"
import { GetHealthParams } from "./health/validators"
import { GetOverviewParams } from "./overview/validators"
import { policyMiddlewares } from "./policies"
import { readMiddlewares } from "./read-middlewares"
import { requireAnyRead } from "./readable"
import { refundMiddlewares } from "./refunds/middlewares"
import { refuseZeroBytes } from "./refuse-zero-bytes"
import { deposits, payments, webhooks } from "./resources"
import { settingsMiddlewares } from "./settings/middlewares"

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
  {
    matcher: "/admin/stablecoin/health",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(GetHealthParams, { isList: false }),
    ],
  },
  {
    matcher: "/admin/stablecoin/overview",
    methods: ["GET"],
    middlewares: [
      validateAndTransformQuery(GetOverviewParams, { isList: false }),
    ],
  },
  ...readMiddlewares(webhooks),
  ...exceptionMiddlewares,
  ...readMiddlewares(payments),
  ...readMiddlewares(deposits),
  ...refundMiddlewares,
  ...settingsMiddlewares,
]
