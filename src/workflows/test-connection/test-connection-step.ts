import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { AdminConnectionTest, AdminTestConnection } from "../../http-types"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import {
  askGateway,
  planConnectionTest,
} from "../../modules/stablecoin/connection-test"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** A person tests one at a time; many at once would be a scan of somebody's network. */
const MOST_AT_ONCE = 4

let running = 0

/** Tries credentials at the gateway, for a person. Changes nothing, so that there is nothing to undo. */
export const testConnectionStep = createStep(
  "test-stablecoin-connection",
  async (input: AdminTestConnection, { container }) => {
    const { rail } = input
    if (running >= MOST_AT_ONCE) {
      return new StepResponse<AdminConnectionTest>({
        ok: false,
        rail,
        code: "rate_limited",
        message: `${MOST_AT_ONCE} connection tests are under way already.`,
        remedy: "Wait some seconds, then try again.",
      })
    }
    running += 1
    try {
      const settings = await container
        .resolve<StablecoinModuleService>(STABLECOIN_MODULE)
        .settings()
      const plan = planConnectionTest(input, settings.credentials[rail])
      return new StepResponse<AdminConnectionTest>(
        plan.ok ? await askGateway(rail, plan.credentials) : plan
      )
    } finally {
      running -= 1
    }
  }
)
