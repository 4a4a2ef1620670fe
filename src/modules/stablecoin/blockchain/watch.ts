import type { RpcError } from "../../../blockchain/rpc"
import { type Chain, chainSchema } from "../../../gateway"
import {
  type ExceptionDraft,
  matchTransfer,
  type Payment,
  readsChain,
  reportOfTransfer,
  type SeenTransfer,
  type TransferMatch,
  transferException,
} from "../../../ledger"
import { newId } from "../repository/new-id"
import type { Repository } from "../repository"
import type { ChainCursor } from "../repository/chains/chain-cursors"
import type { Payments } from "../payments/payments"
import type {
  PurgeBatch,
  Purged,
} from "../repository/webhook-events/purge-webhook-events"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"
import type { ChainClients } from "./chain-clients"

/** Outlives 20 requests of 15 s. The lease of a process that dies expires. */
const LEASE_MS = 330_000
const DAY_MS = 86_400_000
/** Buyers may also send coins days after a payment has ended. */
const WATCHED_AFTER_END_MS = 14 * DAY_MS
/** The gateway usually reports a transfer within seconds. */
const REPORTED_WITHIN_MS = 60_000
const MATCHED_AT_ONCE = 200
/** Requests before a cancellation, with endpoints that return few blocks each. */
const LOOKED_AT_MOST = 60
/** Of an address that was shown for more payments, the newest are compared. */
const CANDIDATES = 500

type WatchParts = {
  repository: Pick<Repository, "chains">
  settings: Pick<AdminSettings, "recent">
  payments: Pick<Payments, "apply">
  openException(paymentId: null, draft: ExceptionDraft): Promise<unknown>
  clients: ChainClients
}

/** A chain that this process reads in one pass. */
export type ClaimedChain = {
  cursor: ChainCursor & { chain: Chain }
  owner: string
}

/** Whether coins are on their way to a payment. */
export type Sight = "coins" | "none" | "unknown"

/** Transfers to addresses that buyers were shown. */
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
    const now = new Date()
    const owner = newId("stwatch")
    const lease = { owner, leaseMs: LEASE_MS }
    const cursors = await repository.chains.claim(chains, lease, now)
    return cursors.map((cursor) => ({
      cursor: { ...cursor, chain: cursor.chain as Chain },
      owner,
    }))
  }

  /**
   * Reads a claimed chain up to its last final block, as far as its endpoints
   * allow, and stores what it shows.
   *
   * @returns why it could not be read to the end, or null
   */
  async read({ cursor, owner }: ClaimedChain): Promise<RpcError | null> {
    const { repository, settings, clients } = this.parts
    const current = await settings.recent()
    const { blockchain } = current
    const reader =
      blockchain.ok && (await clients.reader(cursor.chain, blockchain.value))
    if (!reader) {
      return null
    }
    const since = watchedSince(current, new Date())
    const { readTransfers } =
      await import("../../../blockchain/watch/read-transfers.js")
    const read = await readTransfers(reader, {
      addresses: () => repository.chains.listWatchedAddresses(since),
      fromBlock: cursor.next_block,
      logRange: cursor.log_range,
    })
    await repository.chains.advance(
      cursor.chain,
      owner,
      {
        next_block: read.nextBlock,
        log_range: read.logRange,
        transfers: read.transfers,
        error: read.error?.message ?? null,
      },
      new Date()
    )
    return read.error
  }

  /**
   * Matches stored transfers with payments, and opens the exceptions of those
   * that the gateway has not reported. A process that dies in between repeats
   * it without an effect.
   *
   * @returns how many were matched
   */
  async match(): Promise<number> {
    const { repository, settings } = this.parts
    const now = new Date()
    const before = new Date(now.getTime() - REPORTED_WITHIN_MS)
    const transfers = await repository.chains.listUnmatched(
      before,
      MATCHED_AT_ONCE
    )
    if (!transfers.length) {
      return 0
    }
    const current = await settings.recent()
    const context = {
      since: watchedSince(current, now),
      isProven: current.blockchain.ok && readsChain(current.blockchain.value),
      now,
    }
    for (const transfer of transfers) {
      await this.#match(transfer, context)
    }
    return transfers.length
  }

  /**
   * Looks for coins on their way to a payment that is about to be cancelled, up
   * to the newest block.
   *
   * @returns `unknown` while its chain can't be read
   */
  async look(payment: Payment): Promise<Sight> {
    const { repository, settings, clients } = this.parts
    const current = await settings.recent()
    const { data: chain } = chainSchema.safeParse(payment.chain)
    const reader =
      chain &&
      current.blockchain.ok &&
      (await clients.reader(chain, current.blockchain.value))
    const address = payment.destination_address?.toLowerCase()
    if (!current.blockchain.ok) {
      return "unknown"
    }
    if (!reader || !address) {
      return "none"
    }
    const { readTransfersOf } =
      await import("../../../blockchain/watch/read-transfers-of.js")
    const cursor = await repository.chains.findCursor(chain)
    if (cursor?.next_block == null) {
      return "unknown"
    }
    const { transfers, error } = await readTransfersOf(reader, {
      address,
      fromBlock: cursor.next_block,
      logRange: cursor.log_range,
      maxCalls: LOOKED_AT_MOST,
    })
    // Read afterwards: the watch may have moved on meanwhile.
    const stored = await repository.chains.listUnassigned(address)
    const found = [...stored, ...transfers]
    const since = watchedSince(current, new Date())
    const shown = found.length
      ? await repository.chains.listShown(address, since, CANDIDATES)
      : []
    if (
      found.some((transfer) =>
        mayBeFor(payment, matchTransfer(transfer, shown))
      )
    ) {
      return "coins"
    }
    return error ? "unknown" : "none"
  }

  /** Deletes transfers that were matched long ago. */
  async purge(batch: PurgeBatch): Promise<Purged> {
    return await this.parts.repository.chains.purgeSeenTransfers(batch)
  }

  async #match(
    transfer: SeenTransfer,
    { since, isProven, now }: { since: Date; isProven: boolean; now: Date }
  ): Promise<void> {
    const { repository, payments, openException } = this.parts
    const claims = await repository.chains.listClaims(transfer)
    const report = reportOfTransfer(
      transfer,
      // Without proofs, the whole transaction counts as reported.
      isProven
        ? claims
        : claims.map((each) => ({ ...each, is_to_prove: false }))
    )
    if (report === "unclear") {
      return
    }
    if (report === "reported") {
      await repository.chains.noteMatch(transfer, null, now)
      return
    }
    const shown = await repository.chains.listShown(
      transfer.to,
      since,
      CANDIDATES
    )
    const match = matchTransfer(transfer, shown)
    if (match.is === "unreported") {
      const fact = { kind: "seen", as: match.kind, transfer } as const
      await payments.apply(match.payment_id, fact, "chain")
    }
    if (match.is === "unmatched") {
      await openException(
        null,
        transferException(transfer, "transfer_unmatched", null)
      )
    }
    const id = "payment_id" in match ? match.payment_id : null
    await repository.chains.noteMatch(transfer, id, now)
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

function chainsOf({ blockchain }: Settings): string[] {
  return blockchain.ok ? Object.keys(blockchain.value.chains) : []
}

/** Payments that were started before have ended long ago. */
function watchedSince({ general }: Settings, now: Date): Date {
  const open = general.ok ? general.value.pendingTtl * 1_000 : DAY_MS
  return new Date(now.getTime() - open - WATCHED_AFTER_END_MS)
}
