import type { ChainReader } from "../../../blockchain/chain-reader"
import { chainSchema } from "../../../gateway"
import {
  transferReason,
  isNear,
  matchTransfer,
  type Payment,
  type TransferMatch,
} from "../../../ledger"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import type { ChainClients } from "./chain-clients"
import { ChainReads } from "./chain-reads"

type IncomingCoinsParts = {
  repository: Pick<Repository, "chains" | "deposits">
  settings: Pick<AdminSettings, "recent">
  clients: ChainClients
}

/** Whether coins are on their way to a payment. */
export type Incoming = "coins" | "none" | "unknown"

/** Checks for coins before a payment is cancelled. */
export class IncomingCoins {
  readonly #reads = new ChainReads()

  constructor(private readonly parts: IncomingCoinsParts) {}

  /**
   * Checks for coins on their way to a payment that is about to be cancelled, up
   * to the newest block.
   *
   * @returns `unknown` while its chain can't be read in time
   */
  async check(payment: Payment): Promise<Incoming> {
    const { repository, settings, clients } = this.parts
    if (!(await settings.recent()).blockchain.ok) {
      return "unknown"
    }
    const { data: chain } = chainSchema.safeParse(payment.chain)
    const reader = chain && (await clients.reader(chain))
    const address = payment.destination_address?.toLowerCase()
    if (!reader || !address) {
      return "none"
    }
    const { readTransfersOf } =
      await import("../../../blockchain/watch/read-transfers.js")
    const cursor = await repository.chains.findCursor(chain)
    if (cursor?.next_block == null) {
      return "unknown"
    }
    const fromBlock = cursor.next_block
    const read = await this.#reads.run(chain, () =>
      readTransfersOf(reader, address, fromBlock)
    )
    // Read afterwards: the watch may have moved on, and stored coins with it.
    const stored = await repository.deposits.listIncoming(address)
    const isOwn = stored.some((each) =>
      each.payment_id === payment.id
        ? each.confirmed_at === null && isNear(each, payment)
        : // Reported for another payment, which it did not pay.
          each.payment_id !== null && transferReason(each, payment) === "exact"
    )
    if (isOwn) {
      return "coins"
    }
    const now = new Date()
    const unknown = stored.filter(({ payment_id }) => payment_id === null)
    for (const transfer of [...unknown, ...(read?.transfers ?? [])]) {
      const shown = await repository.chains.listShown(transfer, {
        now,
        id: payment.id,
      })
      if (mayBeFor(payment, matchTransfer(transfer, shown))) {
        return "coins"
      }
    }
    return !read || read.error
      ? "unknown"
      : await this.#nativeCoins(payment, address, reader, read.nextBlock)
  }

  /** Coins of the network's own have no log, so only a balance shows them. */
  async #nativeCoins(
    payment: Payment,
    address: string,
    reader: ChainReader,
    nextBlock: number | null
  ): Promise<Incoming> {
    const { chains, deposits } = this.parts.repository
    if (!(await chains.hasOwnAddress(payment, address))) {
      return "none"
    }
    const { readNativeCoins } =
      await import("../../../blockchain/watch/read-native-coins.js")
    const newest = (nextBlock ?? 0) - 1
    const read = await this.#reads.run(reader.network.chain, () =>
      readNativeCoins(reader, address, newest)
    )
    if (!read || read.error) {
      return "unknown"
    }
    const { coins } = read
    return coins &&
      (await deposits.recordBalance(payment, address, coins, new Date()))
      ? "coins"
      : "none"
  }
}

function mayBeFor({ id }: Payment, match: TransferMatch): boolean {
  switch (match.is) {
    case "dust":
      return false
    case "unmatched":
      return match.payment_ids.includes(id)
    default:
      return match.payment_id === id
  }
}
