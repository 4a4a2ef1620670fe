import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { readMiddlewares } from "../read-middlewares"
import { refundFields } from "./query-config"
import { listRefundsParams, MarkRefundSent, UpdateRefund } from "./validators"

export const refundMiddlewares: MiddlewareRoute[] = [
  ...readMiddlewares("refunds", {
    params: listRefundsParams,
    list: refundFields,
    isExported: true,
  }),
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
