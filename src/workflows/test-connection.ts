import type { AdminConnectionTest, AdminTestConnection } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import {
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
    const { settings, accounts } = container.resolve(STABLECOIN_MODULE)
    const current = (await settings.effective()).current[input.rail]
    const plan = planConnectionTest(input, current)
    if (!plan.ok) {
      return plan
    }
    const { account } = current
    const { baseUrl, clientId } = plan.credentials
    const test = await testCredentials(input.rail, plan.credentials)
    if (
      test.ok &&
      baseUrl === account?.baseUrl &&
      clientId === account.clientId
    ) {
      await accounts.storeMode(account, test)
    }
    return test
  }
)
