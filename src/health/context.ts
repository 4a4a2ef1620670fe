import type { ConfigModule, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AddressScope } from "../gateway"
import type { AdminConnectionTest } from "../http-types"
import type { Rail } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { testCredentials } from "../modules/stablecoin/gateway/connection-test"
import type StablecoinModuleService from "../modules/stablecoin/service"
import type {
  GeneralSettings,
  Settings,
} from "../modules/stablecoin/settings/settings"
import { isProduction } from "../modules/stablecoin/settings/test-money"
import { readRegions, type StablecoinRegion } from "./regions"

export type CheckHealthInput = {
  /** How the store's processes are run, where it is not this process that tells: `shared`, `server` or `worker`. */
  worker_mode?: string
  /** Whether an answer of some seconds ago won't do. */
  fresh?: boolean
}

/** What the checks of one run share: each thing is asked once, when the first check needs it. */
export type CheckContext = {
  container: MedusaContainer
  stablecoin: StablecoinModuleService
  /** In production, what only works on a developer's machine is broken. */
  isProduction: boolean
  /** Whether servers and workers are processes of their own. */
  isSplit: boolean
  settings(): Promise<Settings>
  /** What the rail's gateway says of the credentials in force; null while they are not whole. */
  connection(rail: Rail): Promise<AdminConnectionTest | null>
  /** The regions that offer a payment provider of this plugin. */
  regions(): Promise<StablecoinRegion[]>
}

export function openContext(
  container: MedusaContainer,
  { worker_mode }: CheckHealthInput
): CheckContext {
  const stablecoin =
    container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const config = container.resolve<ConfigModule>(
    ContainerRegistrationKeys.CONFIG_MODULE
  )
  const mode = worker_mode ?? config.projectConfig.workerMode ?? "shared"
  const settings = once(() => stablecoin.settings())
  const ask = async (rail: Rail) => {
    const resolved = (await settings())[rail]
    return resolved.ok ? await testCredentials(rail, resolved.value) : null
  }
  const connections = {
    hosted: once(() => ask("hosted")),
    onchain: once(() => ask("onchain")),
  }
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

/** Where the store's own address may lead: one that a person has typed in must not show them this network. */
export function addressScopeOf(
  { isProduction }: Pick<CheckContext, "isProduction">,
  { addressScope = "any" }: GeneralSettings
): AddressScope {
  return isProduction ? addressScope : "any"
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => (answer ??= ask())
}
