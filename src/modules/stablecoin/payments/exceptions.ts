import type { ExceptionDraft } from "../../../ledger"
import type { Repository } from "../repository"
import type { OpenedException } from "../repository/exceptions/exceptions"
import type { EventPublisher } from "./event-publisher"

/** Opens exceptions. The admin's operations resolve them. */
export class Exceptions {
  constructor(
    private readonly repository: Repository,
    private readonly publisher: EventPublisher
  ) {}

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
    await this.publisher.exceptions(opened)
    return opened
  }
}
