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
    const { rail } = input
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { accounts } = await stablecoin.settings.effective()
    const current = accounts[rail]
    const baseUrl = stablecoin.settings.fixedBaseUrl(rail)
    const plan = planConnectionTest(input, current ?? { baseUrl })
    if (!plan.ok) {
      return plan
    }
    const tested = plan.credentials
    const test = await testCredentials(rail, plan.credentials)
    if (
      test.ok &&
      tested.baseUrl === current?.baseUrl &&
      tested.clientId === current.clientId
    ) {
      await stablecoin.accounts.storeMode(current, test)
    }
    return test
  }
)
