import {
  type MiddlewareRoute,
  validateAndTransformBody,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { later } from "../../../later"
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
      later(() =>
        validateAndTransformQuery(listExceptionsParams(), listExceptionsConfig)
      ),
    ],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/exceptions/:id",
    middlewares: [
      later(() =>
        validateAndTransformQuery(getExceptionParams(), retrieveExceptionConfig)
      ),
    ],
  },
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/exceptions/:id/resolve",
    middlewares: [later(() => validateAndTransformBody(resolveException()))],
  },
]
