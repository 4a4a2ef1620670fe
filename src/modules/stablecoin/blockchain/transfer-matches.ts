import {
  type ExceptionDraft,
  matchTransfer,
  transferException,
} from "../../../ledger"
import type { Payments } from "../payments/payments"
import type { Repository } from "../repository"
import type { SeenDeposit } from "../repository/deposits/seen-transfers"

/** The gateway usually reports a transfer within seconds. */
const REPORTED_WITHIN_MS = 60_000
const MATCHED_AT_ONCE = 200

type TransferMatchesParts = {
  repository: Pick<Repository, "chains" | "deposits">
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
    const { repository } = this.parts
    const now = new Date()
    const before = new Date(now.getTime() - REPORTED_WITHIN_MS)
    let matched = 0
    for (;;) {
      const transfers = await repository.deposits.listUnmatched(
        before,
        MATCHED_AT_ONCE
      )
      for (const transfer of transfers) {
        await this.#match(transfer, now)
      }
      matched += transfers.length
      if (transfers.length < MATCHED_AT_ONCE) {
        return matched
      }
    }
  }

  async #match(
    { id: deposit_id, ...transfer }: SeenDeposit,
    now: Date
  ): Promise<void> {
    const { repository, payments, openException } = this.parts
    const shown = await repository.chains.listShown(transfer, { now, id: null })
    const match = matchTransfer(transfer, shown)
    switch (match.is) {
      case "dust":
        await repository.deposits.keepDust(deposit_id, now)
        return
      case "unmatched":
        await openException(
          null,
          transferException(transfer, "unclear", null, deposit_id)
        )
        await repository.deposits.noteMatch(deposit_id, now)
        return
      case "unreported":
        await payments.apply(
          match.payment_id,
          { kind: "seen", as: match.reason, transfer, deposit_id },
          "chain"
        )
    }
  }
}
