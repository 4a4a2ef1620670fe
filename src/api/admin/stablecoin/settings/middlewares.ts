import type { MiddlewareRoute } from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { validateFields } from "../field-errors"
import { testConnection, updateSettings } from "./validators"

export const settingsMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings",
    middlewares: [lazyMiddleware(() => validateFields(updateSettings()))],
  },
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings/test",
    middlewares: [lazyMiddleware(() => validateFields(testConnection()))],
  },
]
