import {
  type ExceptionDraft,
  matchTransfer,
  readsChain,
  reportOfTransfer,
  type SeenTransfer,
  transferException,
} from "../../../ledger"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import { watchedSince } from "./watched-since"

/** The gateway usually reports a transfer within seconds. */
const REPORTED_WITHIN_MS = 60_000
const MATCHED_AT_ONCE = 200

type TransferMatchesParts = {
  repository: Pick<Repository, "chains" | "payments">
  settings: Pick<AdminSettings, "recent">
  payments: Pick<Payments, "apply">
  openException(paymentId: null, draft: ExceptionDraft): Promise<unknown>
}

/** Matches seen transfers with payments. */
export class TransferMatches {
  constructor(private readonly parts: TransferMatchesParts) {}

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
    const page = async (skip: number) =>
      await repository.chains.listUnmatched(before, {
        limit: MATCHED_AT_ONCE,
        skip,
      })
    let transfers = await page(0)
    if (!transfers.length) {
      return 0
    }
    const current = await settings.recent()
    const context = {
      since: watchedSince(now),
      isProven: current.blockchain.ok && readsChain(current.blockchain.value),
      now,
    }
    let matched = 0
    // Those that are unclear stay in the list, and delay no others.
    let unclear = 0
    while (transfers.length) {
      for (const transfer of transfers) {
        if (await this.#match(transfer, context)) {
          matched += 1
        } else {
          unclear += 1
        }
      }
      transfers = transfers.length < MATCHED_AT_ONCE ? [] : await page(unclear)
    }
    return matched
  }

  /** @returns false while it is unclear which payment it is for */
  async #match(
    transfer: SeenTransfer,
    { since, isProven, now }: { since: Date; isProven: boolean; now: Date }
  ): Promise<boolean> {
    const { repository, payments, openException } = this.parts
    const claims = await repository.payments.listClaims(transfer)
    const report = reportOfTransfer(
      transfer,
      // Without proofs, the whole transaction counts as reported.
      isProven
        ? claims
        : claims.map((each) => ({ ...each, is_to_prove: false }))
    )
    if (report === "unclear") {
      return false
    }
    if (report === "reported") {
      await repository.chains.noteMatch(transfer, null, now)
      return true
    }
    const shown = await repository.chains.listShown(transfer, {
      since,
      id: null,
    })
    const match = matchTransfer(transfer, shown)
    if (match.is === "unclear") {
      return false
    }
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
    return true
  }
}
