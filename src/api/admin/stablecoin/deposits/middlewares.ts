import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { listDepositsParams } from "./validators"

export const depositMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deposits",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(listDepositsParams(), { isList: true })
      ),
    ],
  },
]
