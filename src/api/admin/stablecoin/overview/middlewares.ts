import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { GetOverviewParams } from "./validators"

export const overviewMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/overview",
    middlewares: [
      validateAndTransformQuery(GetOverviewParams, { isList: false }),
    ],
  },
]
