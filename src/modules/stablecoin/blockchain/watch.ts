import type { ChainReader } from "../../../blockchain/chain-reader"
import type { RpcError } from "../../../blockchain/rpc"
import type { StartBlock } from "../../../blockchain/watch/start-block"
import type { Chain } from "../../../gateway"
import { isMoreThan } from "../../../ledger"
import { newId } from "../repository/new-id"
import type { Repository } from "../repository"
import type {
  ChainCompletion,
  ChainCursor,
} from "../repository/chains/chain-cursors"
import type { WatchedAddress } from "../repository/chains/shown-payments"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"
import type { ChainClients } from "./chain-clients"

/**
 * Longer than 20 requests that each take 15 s. A pass takes longer where many
 * blocks have transfers, or endpoints time out one after the other. Another
 * process may then read the same blocks, and the longer pass stores nothing.
 */
const LEASE_MS = 330_000

/** Anyone can send any number of transfers of less, which would delay others. */
const CENT = "0.01"

type WatchParts = {
  repository: Pick<Repository, "chains">
  settings: Pick<AdminSettings, "recent">
  clients: ChainClients
}

/** A chain that this process reads in one pass. */
export type ClaimedChain = {
  cursor: ChainCursor & { chain: Chain }
  owner: string
}

/** Reads the transfers to addresses that buyers were shown. */
export class Watch {
  constructor(private readonly parts: WatchParts) {}

  /** Claims the chains that have an endpoint and that no process reads now. */
  async claim(): Promise<ClaimedChain[]> {
    const { repository, settings } = this.parts
    const current = await settings.recent()
    const chains = chainsOf(current)
    if (!chains.length) {
      return []
    }
    const owner = newId("stwatch")
    const lease = { owner, leaseMs: LEASE_MS }
    const cursors = await repository.chains.claim(chains, lease)
    return cursors.map((cursor) => ({
      cursor: { ...cursor, chain: cursor.chain as Chain },
      owner,
    }))
  }

  /**
   * Reads a claimed chain up to its last final block, as far as its endpoints
   * allow, and stores what it shows. Releases the chain in any case.
   *
   * @returns why it could not be read to the end, or null
   */
  async read({ cursor, owner }: ClaimedChain): Promise<RpcError | null> {
    const { repository, clients } = this.parts
    const { chain } = cursor
    try {
      const reader = await clients.reader(chain)
      return reader && (await this.#read(reader, { cursor, owner }))
    } finally {
      // Otherwise no pass reads it until the lease expires.
      await repository.chains.release(chain, owner)
    }
  }

  async #read(
    reader: ChainReader,
    { cursor, owner }: ClaimedChain
  ): Promise<RpcError | null> {
    const { chains } = this.parts.repository
    const watched = async () => await chains.listWatchedAddresses(new Date())
    const start =
      cursor.next_block === null
        ? await startOf(reader, watched)
        : { block: cursor.next_block, error: null }
    if (start.block === null) {
      return start.error
    }
    const { readTransfers } =
      await import("../../../blockchain/watch/read-transfers.js")
    const read = await readTransfers(reader, {
      addresses: async () => (await watched()).map(({ address }) => address),
      fromBlock: start.block,
      movedAt: cursor.moved_at,
    })
    const progress = {
      // A start that can't be read, such as one that was dropped meanwhile, is
      // searched again.
      next_block:
        read.nextBlock === start.block ? cursor.next_block : read.nextBlock,
      is_complete: read.isComplete,
      transfers: read.transfers.filter(
        ({ amount }) => !isMoreThan(CENT, amount)
      ),
    }
    await chains.advance(cursor.chain, owner, progress, new Date())
    return start.error ?? read.error
  }

  /**
   * Lists the chains with an endpoint that were last read to their last final
   * block before a time, the earliest first.
   */
  async listIncomplete(since: Date): Promise<ChainCompletion[]> {
    const { repository, settings } = this.parts
    const chains = chainsOf(await settings.recent())
    return chains.length
      ? await repository.chains.listIncomplete(chains, since)
      : []
  }
}

/** A chain is read from the first payment on that its transfers may be for. */
async function startOf(
  reader: ChainReader,
  watched: () => Promise<WatchedAddress[]>
): Promise<StartBlock> {
  const now = new Date()
  const [oldest] = await watched()
  const { startBlock } =
    await import("../../../blockchain/watch/start-block.js")
  return await startBlock(reader, oldest?.started_at ?? now)
}

function chainsOf({ blockchain }: Settings): string[] {
  return blockchain.ok ? Object.keys(blockchain.value.chains) : []
}
