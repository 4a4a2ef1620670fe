import { CHAINS } from "../../../gateway"
import type { AdminBlockchainSettings } from "../../../http-types"
import type { EffectiveSettings } from "./effective-settings"
import type { Settings } from "./settings"

/** The endpoints of each network, without their URLs. */
export function describeNetworks(
  { endpoints }: EffectiveSettings,
  { blockchain }: Settings
): Pick<AdminBlockchainSettings, "networks" | "ready" | "problems"> {
  return {
    networks: CHAINS.map((chain) => ({
      chain,
      source: endpoints[chain][0]?.source ?? "none",
      endpoints: endpoints[chain].map(
        ({ id, host, last4, created_at, problem }) => ({
          id,
          host,
          last4,
          created_at,
          ...(problem ? { problem } : {}),
        })
      ),
    })),
    ready: blockchain.ok,
    problems: blockchain.ok ? [] : blockchain.problems,
  }
}
