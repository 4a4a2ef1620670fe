import {
  type MiddlewareRoute,
  validateAndTransformQuery,
} from "@medusajs/framework/http"
import { validateFields } from "../field-errors"
import { listChangesConfig } from "./query-config"
import { ListChangesParams, UpdateSettings } from "./validators"

export const settingsMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings",
    middlewares: [validateFields(UpdateSettings)],
  },
  {
    methods: ["GET"],
    matcher: "/admin/stablecoin/settings/changes",
    middlewares: [
      validateAndTransformQuery(ListChangesParams, listChangesConfig),
    ],
  },
]
