import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { AdminConnectionTest, AdminTestConnection } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import {
  accountKey,
  planConnectionTest,
  testCredentials,
} from "../modules/stablecoin/service"

/**
 * Tests credentials at the gateway. Stores the reported mode of the effective
 * account for display. Not compensated: it stays true whatever follows.
 */
const testConnectionStep = createStep(
  "test-stablecoin-connection",
  async (input: AdminTestConnection, { container }) => {
    const { rail } = input
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const current = (await stablecoin.settings.effective()).credentials[rail]
    const plan = planConnectionTest(input, current)
    if (!plan.ok) {
      return new StepResponse<AdminConnectionTest>(plan)
    }
    const { baseUrl, clientId } = plan.credentials
    const test = await testCredentials(rail, plan.credentials)
    if (
      test.ok &&
      baseUrl === current.baseUrl &&
      clientId === current.clientId
    ) {
      const account = accountKey(rail, baseUrl, clientId)
      await stablecoin.settings.modes.remember(rail, {
        account,
        mode: test.mode,
        sandbox: test.sandbox,
      })
    }
    return new StepResponse<AdminConnectionTest>(test)
  }
)

/** Tests credentials, entered or effective, at the gateway of a rail. */
export const testConnectionWorkflow = createWorkflow(
  "test-stablecoin-connection",
  (input: WorkflowData<AdminTestConnection>) =>
    new WorkflowResponse(testConnectionStep(input))
)
