import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { listExceptionsConfig, retrieveExceptionConfig } from "./query-config"
import {
  getExceptionParams,
  listExceptionsParams,
  resolveException,
} from "./validators"

export const exceptionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/exceptions",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(listExceptionsParams(), listExceptionsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/exceptions/:id",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(getExceptionParams(), retrieveExceptionConfig)
      ),
    ],
  },
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/exceptions/:id/resolve",
    middlewares: [
      lazyMiddleware(() => validateAndTransformBody(resolveException())),
    ],
  },
]
