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
import type { Accounts } from "../accounts/accounts"
import { readOrder } from "../gateway/read-order"
import type { GatewayPauses } from "../gateway/gateway-pauses"
import type { Repository } from "../repository"
import type { OpenedException } from "../repository/exceptions/exceptions"
import type { Applied } from "../repository/payments/payments"
import type {
  RefundOutcome,
  RefundRequest,
} from "../repository/refunds/refunds"
import type { FinishedReconcile } from "../repository/schedules/leases"

/**
 * Result of reading a payment from the gateway:
 * - `unreadable`: the gateway has no call for it
 * - `paused`: its account is paused
 * - `refused`: the gateway answered 429
 * - `unchanged`: nothing new
 * - `changed`: the ledger was updated
 */
export type ReadResult =
  "unreadable" | "paused" | "refused" | "unchanged" | "changed"

/**
 * Refunds and captures younger than this are skipped: Medusa's call of the
 * provider may still be running.
 */
const CALL_TAKES_AT_MOST_MS = 120_000

/** Maximum of exceptions, of missed refunds and of captures, per pass. */
const EXCEPTIONS_AT_ONCE = 100

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

/**
 * Ledger and gateway operations of a reconciliation pass. The pass schedules
 * them.
 */
export class Reconciliation {
  constructor(private readonly parts: ReconciliationParts) {}

  /** Accounts that are paused now in this process. */
  get paused(): readonly string[] {
    return this.parts.pauses.accounts
  }

  /** Whether settling a payment may need a paused account. */
  isPaused(payment: Payment): boolean {
    return isOpen(payment) && this.parts.pauses.has(payment.account)
  }

  /**
   * Claims due payments by a lease. For accounts in `except`, only payments
   * that need no gateway call.
   */
  async claim(
    claim: Parameters<Repository["schedules"]["claimDue"]>[0]
  ): Promise<ScheduledPayment[]> {
    return await this.parts.repository.schedules.claimDue(claim)
  }

  /** Ids of open payments that have something to settle. */
  async findUnsettled(payments: readonly Payment[]): Promise<Set<string>> {
    return new Set(
      payments.length
        ? await this.parts.repository.medusa.findUnsettled(payments, new Date())
        : []
    )
  }

  /**
   * Reads a payment from the gateway once, if it is open or its transfer is
   * unknown, and applies changes. Only a response without the transfer counts
   * as a hashless read.
   *
   * @throws GatewayError when the gateway does not answer
   */
  async read(payment: Payment): Promise<ReadResult> {
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
    const applied = await this.#note(payment, fact)
    await this.#countHashless(applied?.payment ?? payment)
    return applied?.changed ? "changed" : "unchanged"
  }

  async #note(payment: Payment, fact: Fact | null): Promise<Applied | null> {
    // A verified webhook reported it as paid: a 404 of the gateway changes
    // nothing.
    const isForgotten =
      fact?.kind === "unknown_at_gateway" && payment.status === "paid"
    return fact && !isForgotten && changesPayment(payment, fact, new Date())
      ? await this.parts.applyFact(payment.id, fact, "read")
      : null
  }

  /**
   * Also counts when the account has no credentials, so that the schedule ends.
   */
  async #countHashless(payment: Payment): Promise<void> {
    if (lacksTransfer(payment)) {
      await this.parts.repository.payments.countHashlessRead(payment.id)
    }
  }

  async finish(
    owner: string,
    finished: readonly FinishedReconcile[]
  ): Promise<void> {
    if (finished.length) {
      await this.parts.repository.schedules.finishAll(owner, finished)
    }
  }

  /** Releases payments that were not reconciled. They stay due. */
  async giveBack(owner: string, payments: readonly Payment[]): Promise<void> {
    if (payments.length) {
      const ids = payments.map(({ id }) => id)
      await this.parts.repository.schedules.release(owner, ids)
    }
  }

  /**
   * Number of these payments that were open when seen and are paid or cancelled
   * now.
   */
  async countEnded(
    seen: readonly Payment[]
  ): Promise<{ paid: number; cancelled: number }> {
    const open = seen.filter(isOpen)
    return open.length
      ? await this.parts.repository.payments.countEnded(
          open.map(({ id }) => id)
        )
      : { paid: 0, cancelled: 0 }
  }

  /**
   * Opens exceptions for hosted payments whose end the gateway never reported,
   * and resolves those whose end it has reported since.
   */
  async reviewNeverAnswered(): Promise<void> {
    const { repository, announce } = this.parts
    await announce(await repository.exceptions.reviewNeverAnswered(new Date()))
  }

  /**
   * Writes the refunds due that a process did not write because it died after
   * Medusa's commit. A rejected one opens an exception and is not found again.
   *
   * @returns ids of payments whose capture such a process left unfinished
   */
  async recordMissedRefunds(): Promise<string[]> {
    const { repository, recordRefund } = this.parts
    const { missed, captures } = await repository.refunds.findMissed(
      new Date(Date.now() - CALL_TAKES_AT_MOST_MS),
      EXCEPTIONS_AT_ONCE
    )
    for (const refund of missed) {
      const outcome = await recordRefund(refund)
      if ("refused" in outcome) {
        const left = "left" in outcome ? outcome.left : "0.00"
        await this.#openRefusedRefund(refund, left)
      }
    }
    return captures
  }

  async #openRefusedRefund(missed: RefundRequest, left: string): Promise<void> {
    const { repository, openException } = this.parts
    const payment = await repository.payments.find({ id: missed.payment_id })
    if (payment) {
      await openException(payment.id, refusedRefund(payment, missed, left))
    }
  }
}
