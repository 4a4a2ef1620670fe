import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { listPaymentsConfig, retrievePaymentConfig } from "./query-config"
import { GetPaymentParams, ListPaymentsParams } from "./validators"

export const paymentMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments",
    middlewares: [
      validateAndTransformQuery(ListPaymentsParams, listPaymentsConfig),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments/:id",
    middlewares: [
      validateAndTransformQuery(GetPaymentParams, retrievePaymentConfig),
    ],
  },
]
