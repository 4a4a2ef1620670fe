import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { AdminConnectionTest, AdminTestConnection } from "../../http-types"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import { accountKey } from "../../modules/stablecoin/gateway/account-key"
import {
  testCredentials,
  planConnectionTest,
} from "../../modules/stablecoin/gateway/connection-test"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/**
 * Tests credentials at the gateway. Stores the reported mode of the effective
 * account for display. Not compensated: it stays true whatever follows.
 */
export const testConnectionStep = createStep(
  "test-stablecoin-connection",
  async (input: AdminTestConnection, { container }) => {
    const { rail } = input
    const stablecoin =
      container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
    const inForce = (await stablecoin.settings()).credentials[rail]
    const plan = planConnectionTest(input, inForce)
    if (!plan.ok) {
      return new StepResponse<AdminConnectionTest>(plan)
    }
    const { baseUrl, clientId } = plan.credentials
    const test = await testCredentials(rail, plan.credentials)
    if (
      test.ok &&
      baseUrl === inForce.baseUrl &&
      clientId === inForce.clientId
    ) {
      const account = accountKey(rail, baseUrl, clientId)
      await stablecoin.adminSettings.modes.remember(rail, {
        account,
        mode: test.mode,
        sandbox: test.sandbox,
      })
    }
    return new StepResponse<AdminConnectionTest>(test)
  }
)
