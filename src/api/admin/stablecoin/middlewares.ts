import {
  type MiddlewareFunction,
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { lazyMiddleware } from "../../lazy-middleware"
import { resolveException } from "./exceptions/validators"
import { validateFields } from "./field-errors"
import { guardChanges, refuseZeroBytes } from "./guards"
import { MarkRefundSent, UpdateRefund } from "./refunds/validators"
import { policyMiddlewares } from "./roles"
import { testConnection, updateSettings } from "./settings/validators"

const post = (
  path: string,
  validate: () => MiddlewareFunction
): MiddlewareRoute => ({
  methods: ["POST"],
  matcher: `/admin/stablecoin/${path}`,
  middlewares: [lazyMiddleware(validate)],
})

export const adminStablecoinMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/stablecoin/*",
    middlewares: [refuseZeroBytes, guardChanges],
  },
  ...policyMiddlewares,
  post("exceptions/:id/resolve", () =>
    validateAndTransformBody(resolveException())
  ),
  post("refunds/:id", () => validateAndTransformBody(UpdateRefund)),
  post("refunds/:id/sent", () => validateAndTransformBody(MarkRefundSent)),
  post("settings", () => validateFields(updateSettings())),
  post("settings/test", () => validateFields(testConnection())),
]
