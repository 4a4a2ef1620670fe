import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { resolveException } from "./validators"

export const exceptionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/exceptions/:id/resolve",
    middlewares: [
      lazyMiddleware(() => validateAndTransformBody(resolveException())),
    ],
  },
]
