import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { readMiddlewares } from "../read-middlewares"
import { refunds } from "../resources"
import { MarkRefundSent, UpdateRefund } from "./validators"

export const refundMiddlewares: MiddlewareRoute[] = [
  ...readMiddlewares(refunds),
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
