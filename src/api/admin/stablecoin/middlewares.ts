import {
  type MiddlewareFunction,
  type MiddlewareRoute,
  validateAndTransformBody,
} from "@medusajs/framework/http"
import { ResolveException } from "../../../http-types/exceptions"
import {
  PriceRefund,
  SendRefund,
  UpdateRefund,
} from "../../../http-types/money"
import {
  TestConnection,
  UpdateSettings,
} from "../../../http-types/settings-change"
import { validateFields } from "./field-errors"
import { guardChanges, policyMiddlewares, refuseZeroBytes } from "./guards"

const post = (path: string, validate: MiddlewareFunction): MiddlewareRoute => ({
  methods: ["POST"],
  matcher: `/admin/stablecoin/${path}`,
  middlewares: [validate],
})

export const adminStablecoinMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/admin/stablecoin/*",
    middlewares: [refuseZeroBytes, guardChanges],
  },
  ...policyMiddlewares,
  post("exceptions/:id/resolve", validateAndTransformBody(ResolveException)),
  post("refunds/:id", validateAndTransformBody(UpdateRefund)),
  post("refunds/:id/price", validateAndTransformBody(PriceRefund)),
  post("refunds/:id/sent", validateAndTransformBody(SendRefund)),
  post("settings", validateFields(UpdateSettings)),
  post("settings/test", validateFields(TestConnection)),
]
