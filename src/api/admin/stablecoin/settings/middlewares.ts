import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { validateFields } from "../field-errors"
import { listChangesConfig } from "./query-config"
import { listChangesParams, updateSettings } from "./validators"

export const settingsMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings",
    middlewares: [lazyMiddleware(() => validateFields(updateSettings()))],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/settings/changes",
    middlewares: [
      lazyMiddleware(() =>
        validateAndTransformQuery(listChangesParams(), listChangesConfig)
      ),
    ],
  },
]
