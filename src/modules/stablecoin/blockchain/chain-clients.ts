import type { ChainReader } from "../../../blockchain/chain-reader"
import type { RpcClient } from "../../../blockchain/rpc"
import type { Chain } from "../../../gateway"
import type {
  BlockchainSettings,
  ChainAccess,
} from "../settings/resolve-blockchain"

/** Keeps one client per chain, which asks endpoints that failed last. */
export class ChainClients {
  readonly #clients = new Map<Chain, RpcClient>()

  /** Returns access to a chain; null for a chain without an endpoint. */
  async reader(
    chain: Chain,
    { chains, finality }: BlockchainSettings
  ): Promise<ChainReader | null> {
    const access = chains[chain]
    return access
      ? {
          client: await this.#clientOf(chain, access),
          network: access.network,
          finality: finality[chain],
        }
      : null
  }

  async #clientOf(
    chain: Chain,
    { urls, network: { evmChainId } }: ChainAccess
  ): Promise<RpcClient> {
    // Imported on first use: most stores read no chain.
    const { RpcClient } = await import("../../../blockchain/rpc/index.js")
    const known = this.#clients.get(chain)
    if (known) {
      return known
    }
    const client = new RpcClient(urls, { evmChainId })
    this.#clients.set(chain, client)
    return client
  }
}
