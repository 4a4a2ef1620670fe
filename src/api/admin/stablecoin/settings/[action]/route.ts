import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type {
  AdminConnectionTestResponse,
  AdminTestConnection,
} from "../../../../../http-types"
import { testConnectionWorkflow } from "../../../../../workflows/test-connection"

/**
 * `POST /admin/stablecoin/settings/test`: tests credentials at the gateway. A
 * failed test is a result, not an error.
 *
 * Medusa's build leaves every folder named "test" out of the package. This
 * route therefore takes any name and checks it.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminTestConnection>,
  res: MedusaResponse<AdminConnectionTestResponse>
): Promise<void> {
  const { action } = req.params
  if (action !== "test") {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no POST /admin/stablecoin/settings/${action}.`
    )
  }
  const { result: test } = await testConnectionWorkflow(req.scope).run({
    input: req.validatedBody,
  })
  res.json({ test })
}
