import type { AdminConnectionTest, AdminTestConnection } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Tests credentials at the gateway of a rail. Not compensated: a stored mode
 * stays true in any case.
 */
export const testConnectionWorkflow = oneStepWorkflow(
  "test-stablecoin-connection",
  async (container, input: AdminTestConnection): Promise<AdminConnectionTest> =>
    await container.resolve(STABLECOIN_MODULE).accounts.testConnection(input)
)
