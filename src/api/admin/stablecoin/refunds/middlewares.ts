import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { MarkRefundSent, UpdateRefund } from "./validators"

export const refundMiddlewares: MiddlewareRoute[] = [
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
