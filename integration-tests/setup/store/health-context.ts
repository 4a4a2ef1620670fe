import type { MedusaContainer } from "@medusajs/framework/types"
import type { AdminConnectionTest } from "../../../src/http-types"
import type { Rail } from "../../../src/ledger"
import { Config } from "../../../src/modules/stablecoin/settings/config"
import { resolveSettings } from "../../../src/modules/stablecoin/settings/settings"
import type { CheckContext } from "../../../src/health/context"

/** A check context of a store with these options. */
export function context(
  options: Record<string, unknown>,
  parts: Partial<CheckContext> & { registered?: Record<string, unknown> } = {}
): CheckContext {
  const { registered = {}, ...others } = parts
  return {
    container: {
      resolve: (name: string) => registered[name],
    } as unknown as MedusaContainer,
    stablecoin: {
      health: {
        storedSecrets: async () => ({ count: 0, unreadable: [], old_keys: [] }),
      },
      settings: new Config(options),
    } as unknown as CheckContext["stablecoin"],
    isProduction: false,
    isSplit: false,
    settings: async () => resolveSettings(options, ""),
    connection: async (rail: Rail): Promise<AdminConnectionTest> => ({
      ok: true,
      rail,
      mode: "test",
      sandbox: false,
      expires_at: null,
      clock_skew_ms: 0,
      currencies: null,
    }),
    regions: async () => [],
    ...others,
  }
}
