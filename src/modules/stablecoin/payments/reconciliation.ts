import { GatewayError } from "../../../gateway"
import {
  type ExceptionDraft,
  type Fact,
  type FactSource,
  changesPayment,
  isOpen,
  lacksTransfer,
  type Payment,
  refusedRefund,
  type ScheduledPayment,
} from "../../../ledger"
import type { Accounts } from "../gateway/accounts"
import { readOrder } from "../gateway/read-order"
import type { GatewayPauses } from "../gateway/gateway-pauses"
import type { Repository } from "../repository"
import type { OpenedException } from "../repository/exceptions"
import { refundIdAt } from "../repository/missed-refunds"
import type { Applied } from "../repository/payments"
import type { RefundOutcome, RefundRequest } from "../repository/refunds"
import type { FinishedReconcile } from "../repository/schedule"

/**
 * What asking about a payment came to: the gateway has no call for it, its
 * account is left alone for now, the gateway answered 429, nothing new, or news
 * that are in the ledger.
 */
export type ReadResult =
  "unreadable" | "paused" | "refused" | "unchanged" | "changed"

/** While Medusa's call of the provider may still be under way, its refund proves nothing. */
const REFUND_TAKES_AT_MOST_MS = 120_000

/** Refunds that are compared with the ledger in each pass. */
const RECENT_REFUNDS_MS = 24 * 3600_000
/** Older refunds that are compared in a pass: a part of all, and the next part in the next pass. */
const OLDER_REFUNDS_AT_ONCE = 500

/** Questions that are opened in one go. */
const QUESTIONS_AT_ONCE = 100

export type ReconciliationParts = {
  repository: Repository
  accounts: Accounts
  pauses: GatewayPauses
  applyFact(
    paymentId: string,
    fact: Fact,
    source: FactSource
  ): Promise<Applied | null>
  openException(paymentId: string, draft: ExceptionDraft): Promise<unknown>
  /** Announces exceptions that were opened. */
  announce(opened: readonly OpenedException[]): Promise<void>
  recordRefund(request: RefundRequest): Promise<RefundOutcome>
}

/** What the reconciliation's pass does with the ledger and the gateway; when, the pass decides. */
export class Reconciliation {
  /** Refunds up to this id were compared on this walk over all of them. */
  #comparedUpTo = ""

  constructor(private readonly parts: ReconciliationParts) {}

  /** Accounts that the gateway wants to be left alone now, as far as this process knows. */
  get paused(): readonly string[] {
    return this.parts.pauses.accounts
  }

  /** Whether settling a payment may need a gateway that wants to be left alone. */
  isPaused(payment: Payment): boolean {
    return isOpen(payment) && this.parts.pauses.has(payment.account)
  }

  /** Claims due payments by a lease; those of accounts in `except` only where no gateway is needed. */
  async claim(
    claim: Parameters<Repository["claimDuePayments"]>[0]
  ): Promise<ScheduledPayment[]> {
    return await this.parts.repository.claimDuePayments(claim, new Date())
  }

  /** When payments are reconciled next, by their ids. */
  async nextOf(ids: readonly string[]): Promise<Map<string, Date | null>> {
    return await this.parts.repository.readSchedules(ids)
  }

  /** Ids of the open payments that have something to settle. */
  async findUnsettled(payments: readonly Payment[]): Promise<Set<string>> {
    return new Set(
      payments.length
        ? await this.parts.repository.findUnsettled(payments, new Date())
        : []
    )
  }

  /**
   * Reads a payment that is open, or whose transfer is unknown, from the
   * gateway, once, and notes what is new. Only an answer without the transfer
   * counts as a hashless read.
   *
   * @throws GatewayError when it gives no answer
   */
  async ask(payment: Payment): Promise<ReadResult> {
    const { accounts, pauses } = this.parts
    const isReadable = isOpen(payment) || lacksTransfer(payment)
    const order = isReadable ? await accounts.orderOf(payment) : null
    if (!order) {
      await this.#countHashless(payment)
      return "unreadable"
    }
    if (pauses.has(payment.account)) {
      return "paused"
    }
    let fact: Fact | null
    try {
      fact = await readOrder(order.client, order.id, { once: true })
    } catch (error) {
      if (error instanceof GatewayError && error.code === "rate_limited") {
        return "refused"
      }
      throw error
    }
    pauses.end(payment.account)
    const applied = await this.#note(payment, fact)
    await this.#countHashless(applied?.payment ?? payment)
    return applied?.changed ? "changed" : "unchanged"
  }

  async #note(payment: Payment, fact: Fact | null): Promise<Applied | null> {
    // Its webhook was verified: a gateway that has forgotten it changes nothing.
    const isForgotten =
      fact?.kind === "unknown_at_gateway" && payment.status === "paid"
    return fact && !isForgotten && changesPayment(payment, fact, new Date())
      ? await this.parts.applyFact(payment.id, fact, "poll")
      : null
  }

  /** Counts also where the account has no credentials, so that the schedule ends. */
  async #countHashless(payment: Payment): Promise<void> {
    if (lacksTransfer(payment)) {
      await this.parts.repository.countHashlessRead(payment.id)
    }
  }

  async finish(
    owner: string,
    finished: readonly FinishedReconcile[]
  ): Promise<void> {
    if (finished.length) {
      await this.parts.repository.finishReconciles(owner, finished)
    }
  }

  /** Gives back what was not looked at: it stays due. */
  async giveBack(owner: string, payments: readonly Payment[]): Promise<void> {
    if (payments.length) {
      const ids = payments.map(({ id }) => id)
      await this.parts.repository.releaseLeases(owner, ids)
    }
  }

  /** How many of these payments, open when they were seen, are paid or cancelled now. */
  async countEnded(
    seen: readonly Payment[]
  ): Promise<{ paid: number; cancelled: number }> {
    const open = seen.filter(isOpen)
    return open.length
      ? await this.parts.repository.countEnded(open.map(({ id }) => id))
      : { paid: 0, cancelled: 0 }
  }

  /** Opens exceptions about hosted payments that the gateway told no end of, and closes those that it told since. */
  async reviewNeverAnswered(): Promise<void> {
    const { repository, announce } = this.parts
    await announce(
      await repository.reviewNeverAnswered(QUESTIONS_AT_ONCE, new Date())
    )
  }

  /**
   * Writes the refunds due whose process died between Medusa's commit and ours.
   * One that is refused opens an exception, and is not found again. A pass reads
   * those of a day and a part of the older ones, so that its cost does not grow
   * with the shop's age.
   */
  async recordMissedRefunds(): Promise<void> {
    const { repository, recordRefund } = this.parts
    const now = Date.now()
    const limit = QUESTIONS_AT_ONCE
    const { missed, end } = await repository.findMissedRefunds(
      new Date(now - REFUND_TAKES_AT_MOST_MS),
      limit,
      {
        recent: refundIdAt(new Date(now - RECENT_REFUNDS_MS)),
        after: this.#comparedUpTo,
        part: OLDER_REFUNDS_AT_ONCE,
      }
    )
    for (const refund of missed) {
      const outcome = await recordRefund(refund)
      if ("refused" in outcome) {
        await this.#openRefusedRefund(refund)
      }
    }
    // With more of them than were asked for, the same part comes again.
    if (missed.length < limit) {
      this.#comparedUpTo = end ?? ""
    }
  }

  async #openRefusedRefund(missed: RefundRequest): Promise<void> {
    const { repository, openException } = this.parts
    const payment = await repository.findPayment({ id: missed.payment_id })
    if (payment) {
      const due = await repository.refundsDue(payment.id)
      await openException(payment.id, refusedRefund(payment, missed, [due]))
    }
  }
}
