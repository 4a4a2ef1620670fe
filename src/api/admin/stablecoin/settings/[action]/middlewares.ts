import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { validateFields } from "../../field-errors"
import { isOfChain, TestConnection, TestEndpoints } from "./validators"

const ofGateway = validateFields(TestConnection)
const ofChain = validateFields(TestEndpoints)

function validateTest(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): void {
  const validate = isOfChain(req.body) ? ofChain : ofGateway
  validate(req, res, next)
}

export const testConnectionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/stablecoin/settings/test",
    middlewares: [validateTest],
  },
]
