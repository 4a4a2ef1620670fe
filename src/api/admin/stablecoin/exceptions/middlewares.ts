import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { listExceptionsConfig, retrieveExceptionConfig } from "./query-config"
import {
  GetExceptionParams,
  ListExceptionsParams,
  ResolveException,
} from "./validators"

export const exceptionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/exceptions",
    middlewares: [
      validateAndTransformQuery(ListExceptionsParams, listExceptionsConfig),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/exceptions/:id",
    middlewares: [
      validateAndTransformQuery(GetExceptionParams, retrieveExceptionConfig),
    ],
  },
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/exceptions/:id/resolve",
    middlewares: [validateAndTransformBody(ResolveException)],
  },
]
