import type { OverviewMode } from "../../../http-types"
import { type Rail, RAILS } from "../../../ledger"
import type { AdminSettings } from "./admin-settings"

/** Whether this process serves real buyers, by Node's convention. */
export function isProduction(): boolean {
  return process.env.NODE_ENV === "production"
}

/**
 * Rails of a production store whose current account is in test mode or the
 * sandbox's. Their orders are placed for simulated money.
 *
 * @throws when the database can't be read
 */
export async function testRailsInProduction(
  settings: Pick<AdminSettings, "recent">
): Promise<Rail[]> {
  const { modes } = await settings.recent()
  return RAILS.filter(
    (rail) =>
      isProduction() && (modes[rail]?.mode === "test" || modes[rail]?.sandbox)
  )
}

/**
 * Whether the store takes real money with its current accounts. Live if one of
 * them is, or if no mode is known yet.
 *
 * @throws when the database can't be read
 */
export async function storeMode(
  settings: Pick<AdminSettings, "recent">
): Promise<OverviewMode> {
  const accounts = Object.values((await settings.recent()).modes)
  const modes = accounts.flatMap((account) => account?.mode ?? [])
  return modes.length > 0 && !modes.includes("live") ? "test" : "live"
}
