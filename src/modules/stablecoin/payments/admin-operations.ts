import {
  type ExceptionKind,
  type UnassignedMoney,
  type MerchantResolution,
  SETTLEMENT_KINDS,
} from "../../../ledger"
import type { EventPublisher } from "./event-publisher"
import type { Repository } from "../repository"
import type { Listed, ListRequest, Names } from "../repository/lists/listing"
import type { PaymentsRequest } from "../repository/lists/list-payments"
import type { OrderPanel } from "../repository/lists/order-panel"
import type {
  Resolution,
  ResolutionContext,
  ResolvedException,
} from "../repository/resolve-exception"
import type {
  RefundChange,
  RefundDestination,
  SentRefund,
} from "../repository/send-refund"

/** What a person sees, and does with exceptions and refunds: each under row locks, once. */
export class AdminOperations {
  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher
  ) {}

  async listPayments(request: PaymentsRequest): Promise<Listed> {
    return await this.repository.listPayments(request, new Date())
  }

  async listWebhookEvents(request: ListRequest): Promise<Listed> {
    return await this.repository.listWebhookEvents(request)
  }

  async listExceptions(request: ListRequest): Promise<Listed> {
    return await this.repository.listExceptions(request)
  }

  async listRefunds(request: ListRequest): Promise<Listed> {
    return await this.repository.listRefunds(request)
  }

  /** Ids of what the ledger has of an order and its payment collections. */
  async readOrderPanel(of: Omit<Names, "q">): Promise<OrderPanel> {
    return await this.repository.readOrderPanel(of)
  }

  /** What waits for a person: each counted up to 10,000. */
  async countOpenItems(): ReturnType<Repository["countOpenItems"]> {
    return await this.repository.countOpenItems()
  }

  /** Resolves an exception on the merchant's word, and announces what that opens. */
  async resolveException(
    resolution: Resolution,
    context: ResolutionContext = {}
  ): Promise<ResolvedException> {
    const resolved = await this.repository.resolveException(
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

  /** Coins that resolving an open exception may send back now; null for none. */
  async readRefundable(exceptionId: string): Promise<UnassignedMoney | null> {
    return await this.repository.readRefundable(exceptionId)
  }

  /** Notes where a refund due is to be sent. */
  async setRefundTo(destination: RefundDestination): Promise<RefundChange> {
    return await this.repository.setRefundTo(destination, new Date())
  }

  /** Closes a refund due by what proves that it was sent. */
  async markRefundSent(sent: SentRefund): Promise<RefundChange> {
    return await this.repository.markRefundSent(sent, new Date())
  }

  /** What the merchant chose for exceptions about a payment's money, the newest first. */
  async listResolutions(paymentId: string): Promise<MerchantResolution[]> {
    return await this.repository.listResolutions(paymentId)
  }

  /** Closes what settling had asked about a payment that Medusa follows by now, of some kinds. */
  async resolveSettled(
    paymentId: string,
    kinds: readonly ExceptionKind[] = SETTLEMENT_KINDS
  ): Promise<void> {
    await this.repository.resolveSettled(paymentId, kinds, new Date())
  }
}
