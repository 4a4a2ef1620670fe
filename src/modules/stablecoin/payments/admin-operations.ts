import type { HeldMoney } from "../../../ledger"
import type { EventPublisher } from "./event-publisher"
import type { Repository } from "../repository"
import type {
  Found,
  Listed,
  ListRequest,
  Names,
} from "../repository/lists/listing"
import type { PaymentsRequest } from "../repository/lists/list-payments"
import type { Overview, OverviewRequest } from "../repository/overview/overview"
import type { OrderPanel } from "../repository/overview/order-panel"
import type {
  Resolution,
  ResolutionContext,
  ResolvedException,
} from "../repository/exceptions/resolution"
import type {
  RefundChange,
  RefundDestination,
  SentRefund,
} from "../repository/refunds/send-refund"

/**
 * Lists and actions of the admin. Each action on exceptions and refunds runs
 * under row locks, once.
 */
export class AdminOperations {
  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher
  ) {}

  async listPayments(request: PaymentsRequest): Promise<Listed> {
    return await this.repository.payments.list(request, new Date())
  }

  /** Which of some payments have an open exception or a refund to send. */
  async needAttention(ids: readonly string[]): Promise<Set<string>> {
    return await this.repository.payments.needAttention(ids)
  }

  async listDeposits(request: ListRequest): Promise<Listed> {
    return await this.repository.deposits.list(request)
  }

  async listWebhookEvents(request: ListRequest): Promise<Listed> {
    return await this.repository.webhookEvents.list(request)
  }

  async listExceptions(request: ListRequest): Promise<Listed> {
    return await this.repository.exceptions.list(request)
  }

  async listRefunds(request: ListRequest): Promise<Listed> {
    return await this.repository.refunds.list(request)
  }

  /** Payments of customers whose e-mail address begins with a text. */
  async findPaymentsByEmail(beginning: string): Promise<Found> {
    return await this.repository.medusa.findPaymentsByEmail(beginning)
  }

  /** Ids of the ledger's records of an order and its payment collections. */
  async readOrderPanel(
    of: Pick<Names, "order_ids" | "payment_collection_ids">
  ): Promise<OrderPanel> {
    return await this.repository.overview.readOrderPanel(of)
  }

  /** Open items that need the merchant, each counted up to 10,000. */
  async countOpenItems(): ReturnType<Repository["overview"]["countOpenItems"]> {
    return await this.repository.overview.countOpenItems()
  }

  /** Sums and counts the payments of the last days. */
  async readOverview(request: OverviewRequest): Promise<Overview> {
    return await this.repository.overview.read(request, new Date())
  }

  /**
   * Resolves an exception as the merchant chose, and publishes the resulting
   * events.
   */
  async resolveException(
    resolution: Resolution,
    context: ResolutionContext = {}
  ): Promise<ResolvedException> {
    const resolved = await this.repository.exceptions.resolve(
      resolution,
      context,
      new Date()
    )
    if ("refused" in resolved) {
      return resolved
    }
    const { refund, opened, applied } = resolved
    if (refund?.status === "due") {
      await this.publisher.refundDue(refund)
      await this.publisher.exceptions(opened)
    }
    if (applied) {
      await this.publisher.applied(applied)
    }
    return resolved
  }

  /** Money that resolving an open exception may refund now, or null. */
  async readHeld(exceptionId: string): Promise<HeldMoney | null> {
    return await this.repository.exceptions.readHeld(exceptionId)
  }

  /** Stores the destination of a refund due. */
  async setRefundTo(destination: RefundDestination): Promise<RefundChange> {
    return await this.repository.refunds.setRefundTo(destination, new Date())
  }

  /** Closes a refund due with the proof that it was sent. */
  async markRefundSent(sent: SentRefund): Promise<RefundChange> {
    return await this.repository.refunds.markSent(sent, new Date())
  }

  /**
   * Resolves exceptions that settling opened for a payment, and whose problems
   * are gone.
   *
   * @param persisting keys of those whose problems persist
   */
  async resolveSettled(
    paymentId: string,
    persisting: readonly string[] = []
  ): Promise<void> {
    await this.repository.exceptions.resolveSettled(
      paymentId,
      persisting,
      new Date()
    )
  }
}
