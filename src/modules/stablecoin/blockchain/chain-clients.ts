import type { ChainReader } from "../../../blockchain/chain-reader"
import type { RpcClient } from "../../../blockchain/rpc"
import type { Chain } from "../../../gateway"
import type { AdminSettings } from "../settings/admin-settings"

/** Keeps one client per chain, which asks endpoints that failed last. */
export class ChainClients {
  readonly #clients = new Map<Chain, RpcClient>()

  /** @param settings at most a second old */
  constructor(private readonly settings: Pick<AdminSettings, "recent">) {}

  /**
   * Returns access to a chain; null for a chain without an endpoint, and while
   * the settings are invalid.
   */
  async reader(chain: Chain): Promise<ChainReader | null> {
    const { blockchain } = await this.settings.recent()
    const access = blockchain.ok && blockchain.value.chains[chain]
    if (!access) {
      return null
    }
    const { urls, network, finality } = access
    // Imported on first use: most stores read no chain.
    const { RpcClient } = await import("../../../blockchain/rpc/index.js")
    const client =
      this.#clients.get(chain) ??
      new RpcClient(urls, { evmChainId: network.evmChainId })
    this.#clients.set(chain, client)
    return { client, network, finality }
  }
}
