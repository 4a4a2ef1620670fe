import type { AdminSettings } from "../settings/admin-settings"
import type { BlockchainSettings } from "../settings/resolve-blockchain"

/** The settings, at most a second old; null while they are invalid. */
export async function blockchainSettings(
  settings: Pick<AdminSettings, "recent">
): Promise<BlockchainSettings | null> {
  const { blockchain } = await settings.recent()
  return blockchain.ok ? blockchain.value : null
}
