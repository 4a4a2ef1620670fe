import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { depositFields } from "./deposits/query-config"
import { listDepositsParams } from "./deposits/validators"
import { exceptionMiddlewares } from "./exceptions/middlewares"
import { guardChanges } from "./guard-changes"
import { GetHealthParams } from "./health/validators"
import { GetOverviewParams } from "./overview/validators"
import { paymentDetailFields, paymentFields } from "./payments/query-config"
import { listPaymentsParams } from "./payments/validators"
import { policyMiddlewares } from "./policies"
import { readMiddlewares } from "./read-middlewares"
import { requireAnyRead } from "./readable"
import { refundMiddlewares } from "./refunds/middlewares"
import { refuseZeroBytes } from "./refuse-zero-bytes"
import { settingsMiddlewares } from "./settings/middlewares"
import { testConnectionMiddlewares } from "./settings/[action]/middlewares"
import {
  webhookEventFields,
  webhookEventListFields,
} from "./webhooks/query-config"
import { listWebhookEventsParams } from "./webhooks/validators"

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
  ...readMiddlewares("webhooks", {
    params: listWebhookEventsParams,
    list: webhookEventListFields,
    one: webhookEventFields,
  }),
  ...exceptionMiddlewares,
  ...readMiddlewares("payments", {
    params: listPaymentsParams,
    list: paymentFields,
    one: paymentDetailFields,
    isExported: true,
  }),
  ...readMiddlewares("deposits", {
    params: listDepositsParams,
    list: depositFields,
    isExported: true,
  }),
  ...refundMiddlewares,
  ...settingsMiddlewares,
  ...testConnectionMiddlewares,
]
