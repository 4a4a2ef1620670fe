import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { listRefundsConfig, retrieveRefundConfig } from "./query-config"
import {
  exportRefundsParams,
  getRefundParams,
  listRefundsParams,
  MarkRefundSent,
  UpdateRefund,
} from "./validators"

export const refundMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/refunds",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(listRefundsParams(), listRefundsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/refunds/export",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(exportRefundsParams(), listRefundsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/refunds/:id",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(getRefundParams(), retrieveRefundConfig)
      ),
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
