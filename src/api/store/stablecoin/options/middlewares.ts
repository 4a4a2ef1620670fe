import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { GetOptionsParams } from "./validators"

export const optionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/store/stablecoin/options",
    middlewares: [
      validateAndTransformQuery(GetOptionsParams, { isList: false }),
    ],
  },
]
