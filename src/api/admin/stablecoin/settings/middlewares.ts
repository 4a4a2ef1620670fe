import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { later } from "../../../later"
import { validateFields } from "../field-errors"
import { listChangesConfig } from "./query-config"
import { listChangesParams, updateSettings } from "./validators"

export const settingsMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings",
    middlewares: [later(() => validateFields(updateSettings()))],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/settings/changes",
    middlewares: [
      later(() =>
        validateAndTransformQuery(listChangesParams(), listChangesConfig)
      ),
    ],
  },
]
