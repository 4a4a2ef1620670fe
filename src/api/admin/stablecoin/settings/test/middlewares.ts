import {
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { TestConnection } from "./validators"

export const testConnectionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings/test",
    middlewares: [validateAndTransformBody(TestConnection)],
  },
]
