import type { MiddlewareRoute } from "@medusajs/framework/http"
import { validateFields } from "../../field-errors"
import { TestConnection } from "./validators"

export const testConnectionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings/test",
    middlewares: [validateFields(TestConnection)],
  },
]
