import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { AdminTestEndpoints } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { testEndpoints } from "../modules/stablecoin/service"

/** Tests endpoints. Changes nothing, so there is nothing to compensate. */
const testEndpointsStep = createStep(
  "test-stablecoin-endpoints",
  async ({ chain, url }: AdminTestEndpoints, { container }) => {
    const { settings } = container.resolve(STABLECOIN_MODULE)
    const planned = await settings.endpointsToTest(chain, url)
    if (!planned.ok) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        planned.problems.join(" ")
      )
    }
    return new StepResponse(await testEndpoints(planned.value))
  }
)

/** Tests endpoints of a chain, an entered one or the effective ones. */
export const testEndpointsWorkflow = createWorkflow(
  "test-stablecoin-endpoints",
  (input: WorkflowData<AdminTestEndpoints>) =>
    new WorkflowResponse(testEndpointsStep(input))
)
