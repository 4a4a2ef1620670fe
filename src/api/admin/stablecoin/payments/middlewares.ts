import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { later } from "../../../later"
import { listPaymentsConfig, retrievePaymentConfig } from "./query-config"
import { getPaymentParams, listPaymentsParams } from "./validators"

export const paymentMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments",
    middlewares: [
      later(() =>
        validateAndTransformQuery(listPaymentsParams(), listPaymentsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/payments/:id",
    middlewares: [
      later(() =>
        validateAndTransformQuery(getPaymentParams(), retrievePaymentConfig)
      ),
    ],
  },
]
