import type { AdminWebhookHealth } from "../../../http-types"
import { STORED_REASONS } from "../../../exceptions/stored-reasons"
import {
  type ExceptionDraft,
  type ExceptionProblem,
  type Imbalance,
  unbalancedException,
} from "../../../ledger"
import type { Repository } from "../repository"
import { offersPair } from "../settings/offers-pair"
import type { Settings } from "../settings/settings"
import type { OpenedException } from "../repository/exceptions/exceptions"
import type {
  Resolution,
  ResolutionContext,
  ResolutionRefusal,
  ResolvedException,
} from "../repository/exceptions/resolution"
import type { EventPublisher } from "./event-publisher"

/** The problem of a rail whose webhooks don't arrive. */
const QUIET = {
  kind: "webhook_problem",
  reason: "quiet",
} as const satisfies ExceptionProblem

/** Opens and resolves exceptions, and publishes the resulting events. */
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

  /**
   * Opens exceptions for hosted payments whose end the gateway never reported,
   * and resolves those whose end it has reported since.
   */
  async reviewNeverAnswered(): Promise<void> {
    await this.publisher.exceptions(
      await this.repository.exceptions.reviewNeverAnswered(new Date())
    )
  }

  /** Why a resolution would be refused now; null if it would not. */
  async refusalOf(
    resolution: Resolution,
    context: ResolutionContext
  ): Promise<ResolutionRefusal | null> {
    const { exceptions } = this.repository
    return await exceptions.refusalOf(resolution, context, new Date())
  }

  /** Resolves an exception as the merchant chose, under row locks, once. */
  async resolve(
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

  /**
   * Opens an exception about each imbalance that is not recent, and resolves
   * those about others.
   *
   * @param imbalances all of the store
   */
  async openUnbalanced(imbalances: readonly Imbalance[]): Promise<void> {
    const lasting = imbalances.filter(({ is_recent }) => !is_recent)
    for (const imbalance of lasting) {
      await this.open(imbalance.payment_id, unbalancedException(imbalance))
    }
    await this.repository.exceptions.resolveOthers(
      { kind: "unbalanced" },
      imbalances.map(({ key }) => key),
      STORED_REASONS.accounted,
      new Date()
    )
  }

  /**
   * Opens an exception about each rail that is quiet, and resolves those about
   * others. The store's own test webhook does not disprove it: it may pass what
   * keeps those of the gateway back.
   */
  async openQuiet(
    webhooks: readonly Pick<AdminWebhookHealth, "rail" | "quiet_since">[]
  ): Promise<void> {
    const drafts = webhooks.flatMap(({ rail, quiet_since: since }) =>
      since
        ? {
            ...QUIET,
            key: `${rail}:webhook_problem.quiet:${since}`,
            details: { rail, since },
          }
        : []
    )
    for (const draft of drafts) {
      await this.open(null, draft)
    }
    await this.repository.exceptions.resolveOthers(
      QUIET,
      drafts.map(({ key }) => key),
      STORED_REASONS.heard,
      new Date()
    )
  }

  /** Resolves those about refused coins that the settings no longer offer. */
  async resolveUnoffered(settings: Settings): Promise<void> {
    const { exceptions } = this.repository
    for (const pair of await exceptions.readRefusedPairs()) {
      const isComplete = settings.general.ok && settings[pair.rail].ok
      if (isComplete && !offersPair(settings, pair)) {
        await exceptions.resolveRefusedPair(
          pair,
          STORED_REASONS.not_offered,
          new Date()
        )
      }
    }
  }
}
