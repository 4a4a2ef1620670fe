import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { listPaymentsConfig, retrievePaymentConfig } from "./query-config"
import {
  exportPaymentsParams,
  getPaymentParams,
  listPaymentsParams,
} from "./validators"

export const paymentMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(listPaymentsParams(), listPaymentsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments/export",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(exportPaymentsParams(), listPaymentsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments/:id",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(getPaymentParams(), retrievePaymentConfig)
      ),
    ],
  },
]
