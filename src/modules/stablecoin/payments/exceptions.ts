import type { AdminWebhookHealth } from "../../../http-types"
import { STORED_REASONS } from "../../../exceptions/stored-reasons"
import {
  type ExceptionDraft,
  type ExceptionProblem,
  type Imbalance,
  unbalancedException,
} from "../../../ledger"
import type { Repository } from "../repository"
import type { OpenedException } from "../repository/exceptions/exceptions"
import type { EventPublisher } from "./event-publisher"

/** The problem of a rail whose webhooks don't arrive. */
const QUIET = {
  kind: "webhook_problem",
  reason: "quiet",
} as const satisfies ExceptionProblem

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
    await this.publisher.exceptions(opened)
    return opened
  }

  /**
   * Opens exceptions for hosted payments whose end the gateway never reported,
   * and resolves those whose end it has reported since.
   */
  async reviewNeverAnswered(): Promise<void> {
    await this.publisher.exceptions(
      await this.repository.exceptions.reviewNeverAnswered(new Date())
    )
  }

  /**
   * Opens an exception about each imbalance that is not recent, and resolves
   * those about others.
   *
   * @param imbalances all of the store
   */
  async openUnbalanced(imbalances: readonly Imbalance[]): Promise<void> {
    for (const imbalance of imbalances) {
      if (!imbalance.is_recent) {
        await this.open(imbalance.payment_id, unbalancedException(imbalance))
      }
    }
    const keys = imbalances.map(({ key }) => key)
    const note = STORED_REASONS.accounted
    const problem = { kind: "unbalanced" } as const
    await this.repository.exceptions.resolveOthers(problem, keys, note)
  }

  /**
   * Opens an exception about each rail that is quiet, and resolves those about
   * others. The store's own test webhook does not disprove it: it may pass what
   * keeps those of the gateway back.
   */
  async openQuiet(
    webhooks: readonly Pick<AdminWebhookHealth, "rail" | "quiet_since">[]
  ): Promise<void> {
    const keys: string[] = []
    for (const { rail, quiet_since: since } of webhooks) {
      if (since) {
        const key = `${rail}:webhook_problem.quiet:${since}`
        keys.push(key)
        await this.open(null, { ...QUIET, key, details: { rail, since } })
      }
    }
    const note = STORED_REASONS.heard
    await this.repository.exceptions.resolveOthers(QUIET, keys, note)
  }
}
