import type { AdminConnectionTest, AdminTestConnection } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import {
  accountKey,
  planConnectionTest,
  testCredentials,
} from "../modules/stablecoin/service"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Tests credentials, entered or effective, at the gateway of a rail. Stores the
 * reported mode of the effective account for display. Not compensated: it stays
 * true in any case.
 */
export const testConnectionWorkflow = oneStepWorkflow(
  "test-stablecoin-connection",
  async (
    container,
    input: AdminTestConnection
  ): Promise<AdminConnectionTest> => {
    const { rail } = input
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const current = (await stablecoin.settings.effective()).credentials[rail]
    const plan = planConnectionTest(input, current)
    if (!plan.ok) {
      return plan
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
    return test
  }
)
