import type { ProofFact } from "../../../ledger"
import type { Repository } from "../repository"
import type { ReadRefund } from "../repository/refunds/prove-refunds"
import type {
  RefundOutcome,
  RefundRequest,
} from "../repository/refunds/refunds"
import type { UncoveredMoney } from "../repository/medusa/serving-order"
import type { CaptureToRefund } from "../repository/refunds/refund-kept"
import type { EventPublisher } from "./event-publisher"

/** Writes refunds due, and publishes the resulting events. */
export class Refunds {
  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher
  ) {}

  /**
   * Writes the refund due of a Medusa refund, once, and publishes the event.
   */
  async record(request: RefundRequest): Promise<RefundOutcome> {
    return await this.#announced(await this.repository.refunds.record(request))
  }

  /** Writes what is unallocated of a paid payment as a refund due. */
  async refundRemainder(
    paymentId: string,
    reason: string
  ): Promise<RefundOutcome> {
    return await this.#announced(
      await this.repository.refunds.refundRemainder(paymentId, reason)
    )
  }

  /**
   * Returns money that was kept for an order, as far as the order does not ask
   * for it any more.
   *
   * @returns what Medusa captured of it, and has to refund itself
   */
  async refundKept(
    kept: UncoveredMoney,
    way: Parameters<Repository["refunds"]["refundKept"]>[1]
  ): Promise<CaptureToRefund | null> {
    const returned = await this.repository.refunds.refundKept(kept, way)
    if (returned && "reopened" in returned) {
      await this.publisher.exceptions(returned.reopened)
      return null
    }
    if (returned && "refund" in returned) {
      await this.#announced(returned)
      return null
    }
    return returned
  }

  /** Applies the chain's answer about the transfer of a sent refund. */
  async applyProof(refund: ReadRefund, fact: ProofFact): Promise<void> {
    await this.publisher.exceptions(
      await this.repository.refunds.applyProof(refund, fact, new Date())
    )
  }

  async #announced(outcome: RefundOutcome): Promise<RefundOutcome> {
    if ("refund" in outcome && outcome.fresh) {
      await this.publisher.refundDue(outcome.refund)
      await this.publisher.exceptions(outcome.opened)
    }
    return outcome
  }
}
