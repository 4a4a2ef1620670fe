import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type {
  AdminConnectionTestResponse,
  AdminEndpointTestsResponse,
} from "../../../../../http-types"
import { testConnectionWorkflow } from "../../../../../workflows/test-connection"
import { testEndpointsWorkflow } from "../../../../../workflows/test-endpoints"
import type { TestConnection, TestEndpoints } from "./validators"

/**
 * `POST /admin/stablecoin/settings/test`: tests credentials at the gateway, or
 * endpoints of a chain. A failed test is a result, not an error.
 *
 * Medusa's build leaves every folder named "test" out of the package. This
 * route therefore takes any name and checks it.
 */
export async function POST(
  req: AuthenticatedMedusaRequest<TestConnection | TestEndpoints>,
  res: MedusaResponse<AdminConnectionTestResponse | AdminEndpointTestsResponse>
): Promise<void> {
  const { action } = req.params
  if (action !== "test") {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no POST /admin/stablecoin/settings/${action}.`
    )
  }
  const input = req.validatedBody
  if ("chain" in input) {
    const { result: tests } = await testEndpointsWorkflow(req.scope).run({
      input,
    })
    res.json({ tests } satisfies AdminEndpointTestsResponse)
    return
  }
  const { result: test } = await testConnectionWorkflow(req.scope).run({
    input,
  })
  res.json({ test } satisfies AdminConnectionTestResponse)
}
