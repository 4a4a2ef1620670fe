import type { OverviewMode } from "../../../http-types"
import { RAILS } from "../../../ledger"
import type { AdminSettings } from "./admin-settings"

/**
 * Whether the store takes real money with its current accounts. Live if one of
 * them is, or if no mode is known yet.
 *
 * @throws when the database can't be read
 */
export async function storeMode(
  settings: Pick<AdminSettings, "currentMode">
): Promise<OverviewMode> {
  const accounts = await Promise.all(
    RAILS.map((rail) => settings.currentMode(rail))
  )
  const modes = accounts.flatMap((account) => account?.mode ?? [])
  return modes.length > 0 && !modes.includes("live") ? "test" : "live"
}
