import type { MiddlewareRoute } from "@medusajs/framework/http"
import { lazyMiddleware } from "../../../lazy-middleware"
import { validateFields } from "../field-errors"
import { validatedRead } from "../read-middlewares"
import { listChangesParams, updateSettings } from "./validators"

const CHANGE_FIELDS = ["id", "actor_id", "fields", "created_at"]

export const settingsMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings",
    middlewares: [lazyMiddleware(() => validateFields(updateSettings()))],
  },
  validatedRead("settings/changes", listChangesParams, CHANGE_FIELDS, true),
]
