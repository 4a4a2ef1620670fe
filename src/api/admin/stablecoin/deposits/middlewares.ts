import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { listDepositsConfig, retrieveDepositConfig } from "./query-config"
import {
  exportDepositsParams,
  getDepositParams,
  listDepositsParams,
} from "./validators"

export const depositMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deposits",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(listDepositsParams(), listDepositsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deposits/export",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(exportDepositsParams(), listDepositsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/deposits/:id",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(getDepositParams(), retrieveDepositConfig)
      ),
    ],
  },
]
