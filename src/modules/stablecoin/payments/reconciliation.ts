import {
  changesPayment,
  type Fact,
  isOpen,
  lacksTransfer,
  type Payment,
  refusedRefund,
} from "../../../ledger"
import type { Accounts } from "../accounts/accounts"
import { readOrder } from "../gateway/read-order"
import type { GatewayClients } from "../gateway/gateway-clients"
import type { Repository } from "../repository"
import type { Applied } from "../repository/payments/payments"
import type { RefundRequest } from "../repository/refunds/refunds"
import type { EventPublisher } from "./event-publisher"
import type { Exceptions } from "./exceptions"
import type { Payments } from "./payments"
import type { Refunds } from "./refunds"

/**
 * Result of reading a payment from the gateway:
 * - `unreadable`: the gateway has no call for it
 * - `paused`: its account is paused
 * - `unchanged`: nothing new
 * - the payment as it is now, once the ledger was updated
 */
type ReadResult = "unreadable" | "paused" | "unchanged" | Payment

/**
 * Refunds and captures younger than this are skipped: Medusa's call of the
 * provider may still be running.
 */
const CALL_TAKES_AT_MOST_MS = 120_000

/** Maximum of exceptions, of missed refunds and of captures, per pass. */
const EXCEPTIONS_AT_ONCE = 100

type ReconciliationParts = {
  repository: Repository
  accounts: Pick<Accounts, "orderOf">
  gateway: Pick<GatewayClients, "pauses">
  payments: Pick<Payments, "apply">
  exceptions: Pick<Exceptions, "open">
  refunds: Pick<Refunds, "record">
  publisher: Pick<EventPublisher, "exceptions">
}

/**
 * Ledger and gateway operations of a reconciliation pass. The pass schedules
 * them.
 */
export class Reconciliation {
  constructor(private readonly parts: ReconciliationParts) {}

  /**
   * Reads a payment from the gateway once, if it is open or its transfer is
   * unknown, and applies changes. Only a response without the transfer counts
   * as a hashless read.
   *
   * @throws GatewayError when the gateway does not answer, or answers 429
   */
  async read(payment: Payment): Promise<ReadResult> {
    const { accounts, gateway } = this.parts
    const isReadable = isOpen(payment) || lacksTransfer(payment)
    const order = isReadable ? await accounts.orderOf(payment) : null
    if (!order) {
      await this.#countHashless(payment)
      return "unreadable"
    }
    if (gateway.pauses.has(payment.account)) {
      return "paused"
    }
    const fact = await readOrder(order.client, order.id, { once: true })
    const applied = await this.#note(payment, fact)
    await this.#countHashless(applied?.payment ?? payment)
    return applied?.changed ? applied.payment : "unchanged"
  }

  async #note(payment: Payment, fact: Fact | null): Promise<Applied | null> {
    // A verified webhook reported it as paid: a 404 of the gateway changes
    // nothing.
    const isForgotten =
      fact?.kind === "unknown_at_gateway" && payment.status === "paid"
    return fact && !isForgotten && changesPayment(payment, fact, new Date())
      ? await this.parts.payments.apply(payment.id, fact, "read")
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

  /**
   * Opens exceptions for hosted payments whose end the gateway never reported,
   * and resolves those whose end it has reported since.
   */
  async reviewNeverAnswered(): Promise<void> {
    const { repository, publisher } = this.parts
    await publisher.exceptions(
      await repository.exceptions.reviewNeverAnswered(new Date())
    )
  }

  /**
   * Writes the refunds due that a process did not write because it died after
   * Medusa's commit. A rejected one opens an exception and is not found again.
   *
   * @returns ids of payments whose capture such a process left unfinished
   */
  async recordMissedRefunds(): Promise<string[]> {
    const { repository, refunds } = this.parts
    const { missed, captures } = await repository.refunds.findMissed(
      new Date(Date.now() - CALL_TAKES_AT_MOST_MS),
      EXCEPTIONS_AT_ONCE
    )
    for (const refund of missed) {
      const outcome = await refunds.record(refund)
      if ("refused" in outcome) {
        const left = "left" in outcome ? outcome.left : "0.00"
        await this.#openRefusedRefund(refund, left)
      }
    }
    return captures
  }

  async #openRefusedRefund(missed: RefundRequest, left: string): Promise<void> {
    const { repository, exceptions } = this.parts
    const payment = await repository.payments.find({ id: missed.payment_id })
    if (payment) {
      await exceptions.open(payment.id, refusedRefund(payment, missed, left))
    }
  }
}
