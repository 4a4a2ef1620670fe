import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { readMiddlewares } from "../read-middlewares"
import { exceptionDetailFields, exceptionFields } from "./query-config"
import { listExceptionsParams, resolveException } from "./validators"

export const exceptionMiddlewares: MiddlewareRoute[] = [
  ...readMiddlewares("exceptions", {
    params: listExceptionsParams,
    list: exceptionFields,
    one: exceptionDetailFields,
  }),
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/exceptions/:id/resolve",
    middlewares: [
      lazyMiddleware(() => validateAndTransformBody(resolveException())),
    ],
  },
]
