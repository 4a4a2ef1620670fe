import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AddressScope } from "../gateway"
import type { AdminConnectionTest } from "../http-types"
import { byRail, type Rail } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { isProduction, testCredentials } from "../modules/stablecoin/service"
import type { GeneralSettings, Settings } from "../modules/stablecoin/types"
import type StablecoinModuleService from "../modules/stablecoin/service"
import { readRegions, type StablecoinRegion } from "./regions"

export type CheckHealthInput = {
  /**
   * Mode of the store's processes, if this process does not determine it:
   * `shared`, `server` or `worker`.
   */
  worker_mode?: string
  /** Whether to bypass a result of some seconds ago. */
  fresh?: boolean
}

/** Data shared by the checks of one run, loaded once when first needed. */
export type CheckContext = {
  container: MedusaContainer
  stablecoin: StablecoinModuleService
  /**
   * Whether the store runs in production, where settings that only work on a
   * developer's machine are errors.
   */
  isProduction: boolean
  /** Whether servers and workers are separate processes. */
  isSplit: boolean
  settings(): Promise<Settings>
  /**
   * Tests the current credentials of a rail at its gateway; null while they are
   * incomplete.
   */
  connection(rail: Rail): Promise<AdminConnectionTest | null>
  /** Regions that offer a payment provider of this plugin. */
  regions(): Promise<StablecoinRegion[]>
}

export function openContext(
  container: MedusaContainer,
  { worker_mode }: CheckHealthInput
): CheckContext {
  const stablecoin = container.resolve(STABLECOIN_MODULE)
  const config = container.resolve<ConfigModule>(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  const mode = worker_mode ?? config.projectConfig.workerMode ?? "shared"
  const settings = once(() => stablecoin.settings.effective())
  const run = async (rail: Rail) => {
    const resolved = (await settings())[rail]
    return resolved.ok ? await testCredentials(rail, resolved.value) : null
  }
  const connections = byRail((rail) => once(() => run(rail)))
  return {
    container,
    stablecoin,
    isProduction: isProduction(),
    isSplit: mode !== "shared",
    settings,
    connection: (rail) => connections[rail](),
    regions: once(() => readRegions(container)),
  }
}

/**
 * Returns the address scope of the backend URL: one entered in the admin must
 * not expose this network.
 */
export function addressScopeOf(
  { isProduction }: Pick<CheckContext, "isProduction">,
  { addressScope = "any" }: GeneralSettings
): AddressScope {
  return isProduction ? addressScope : "any"
}

function once<T>(run: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= run())
}
