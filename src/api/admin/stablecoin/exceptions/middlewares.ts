import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { readMiddlewares } from "../read-middlewares"
import { exceptions } from "../resources"
import { resolveException } from "./validators"

export const exceptionMiddlewares: MiddlewareRoute[] = [
  ...readMiddlewares(exceptions),
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/exceptions/:id/resolve",
    middlewares: [
      lazyMiddleware(() => validateAndTransformBody(resolveException())),
    ],
  },
]
