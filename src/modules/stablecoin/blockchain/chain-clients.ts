import type { ChainReader } from "../../../blockchain/chain-reader"
import type { RpcClient } from "../../../blockchain/rpc"
import type { Chain } from "../../../gateway"
import type {
  BlockchainSettings,
  ChainAccess,
} from "../settings/resolve-blockchain"

type Remembered = { urls: ChainAccess["urls"]; client: RpcClient }

/**
 * Keeps one client per chain, with its connections and the rest of its failed
 * endpoints, while its URLs stay the same.
 */
export class ChainClients {
  readonly #clients = new Map<Chain, Remembered>()

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

  async close(): Promise<void> {
    const known = [...this.#clients.values()]
    this.#clients.clear()
    await Promise.all(known.map(({ client }) => client.close()))
  }

  async #clientOf(
    chain: Chain,
    { urls, network: { evmChainId } }: ChainAccess
  ): Promise<RpcClient> {
    // Imported on first use: most stores read no chain.
    const { RpcClient, RpcEndpoint } =
      await import("../../../blockchain/rpc/index.js")
    const known = this.#clients.get(chain)
    if (known && isSame(known.urls, urls)) {
      return known.client
    }
    const client = new RpcClient(
      urls.map((each) => new RpcEndpoint({ ...each, evmChainId }))
    )
    this.#clients.set(chain, { urls, client })
    // Requests under way with the old client may finish.
    void known?.client.close().catch(() => undefined)
    return client
  }
}

function isSame(one: ChainAccess["urls"], other: ChainAccess["urls"]): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ url, addressScope }, index) =>
        url === other[index]?.url && addressScope === other[index]?.addressScope
    )
  )
}
