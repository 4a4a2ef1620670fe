import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { GetHealthParams } from "./validators"

export const healthMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/health",
    middlewares: [
      validateAndTransformQuery(GetHealthParams, { isList: false }),
    ],
  },
]
