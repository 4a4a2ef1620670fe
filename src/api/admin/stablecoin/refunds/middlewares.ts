import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { listRefundsConfig, retrieveRefundConfig } from "./query-config"
import {
  GetRefundParams,
  ListRefundsParams,
  MarkRefundSent,
  UpdateRefund,
} from "./validators"

export const refundMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/refunds",
    middlewares: [
      validateAndTransformQuery(ListRefundsParams, listRefundsConfig),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/refunds/:id",
    middlewares: [
      validateAndTransformQuery(GetRefundParams, retrieveRefundConfig),
    ],
  },
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/refunds/:id",
    middlewares: [validateAndTransformBody(UpdateRefund)],
  },
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/refunds/:id/sent",
    middlewares: [validateAndTransformBody(MarkRefundSent)],
  },
]
