import {
  type ExceptionDraft,
  type Imbalance,
  unbalancedException,
} from "../../../ledger"
import type { Repository } from "../repository"
import type { OpenedException } from "../repository/exceptions/exceptions"
import type { EventPublisher } from "./event-publisher"

/** Opens and resolves exceptions, and publishes the resulting events. */
export class Exceptions {
  /** Resolves an exception as the merchant chose, under row locks, once. */
  readonly resolve: Repository["exceptions"]["resolve"]

  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher
  ) {
    this.resolve = publisher.announcing(repository.exceptions.resolve)
  }

  /** Opens an exception, unless it is open, and publishes the event. */
  async open(
    paymentId: string | null,
    draft: ExceptionDraft,
    webhookEventId?: string
  ): Promise<OpenedException[]> {
    const opened = await this.repository.exceptions.open(
      paymentId,
      [draft],
      webhookEventId
    )
    await this.publisher.announce({ opened })
    return opened
  }

  /**
   * Opens exceptions for hosted payments whose end the gateway never reported,
   * and resolves those whose end it has reported since.
   */
  async reviewNeverAnswered(): Promise<void> {
    const { exceptions } = this.repository
    const opened = await exceptions.reviewNeverAnswered(new Date())
    await this.publisher.announce({ opened })
  }

  /**
   * Opens an exception about each imbalance, and resolves those about others.
   *
   * @param imbalances all of the store
   */
  async openUnbalanced(imbalances: readonly Imbalance[]): Promise<void> {
    for (const imbalance of imbalances) {
      await this.open(imbalance.payment_id, unbalancedException(imbalance))
    }
    await this.repository.exceptions.resolveBalanced(
      imbalances.map(({ key }) => key)
    )
  }
}
