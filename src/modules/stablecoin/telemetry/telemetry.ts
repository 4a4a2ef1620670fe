import type { Logger } from "@medusajs/framework/types"
import {
  EXCEPTION_PROBLEMS,
  nameOf,
  type Payment,
  type StoredProblem,
} from "../../../ledger"
import { HEALTH_STATUSES, type HealthStatus } from "../../../http-types"
import { CachedCall } from "../../../shared/cached-call"
import { withTimeout } from "../../../shared/with-timeout"
import type { Repository } from "../repository"
import type { Backlog, OpenExceptions } from "../repository/overview/backlog"
import { messageOf } from "../../../shared/message-of"
import type { QueueName } from "./instruments"
import type { Metrics, Observe } from "./metrics"
import { watchedQueues } from "./queues"

/** Several readers, and several collections of one, share one database read. */
const READ_EVERY_MS = 5_000

/**
 * Timeout of a collection, which then reports the process without the database.
 */
const TIMEOUT_MS = 3_000

export type TelemetryParts = {
  repository: {
    overview: Pick<Repository["overview"], "readBacklog">
    webhookEvents: Pick<Repository["webhookEvents"], "secondsSince">
  }
  metrics: Metrics
  /** Lengths of the module's own queues. */
  queues: () => Partial<Record<QueueName, number>>
  /** How many health checks had each status in their last run. */
  healthCounts: () => Record<HealthStatus, number>
  logger: Pick<Logger, "warn">
}

/**
 * Provides the values that an SDK collects, and those that need a query.
 * Without an SDK nothing here runs.
 */
export class Telemetry {
  readonly #reads = new CachedCall<Backlog | null>(READ_EVERY_MS)
  #hasFailed = false

  constructor(private readonly parts: TelemetryParts) {}

  /**
   * Registers the observed values with an SDK, also with one that registers
   * later.
   */
  begin(): void {
    const { metrics } = this.parts
    metrics.observe(["stablecoin.queue.length"], (report) =>
      this.#observeQueues(report)
    )
    metrics.observe(["stablecoin.health.checks"], (report) => {
      const counts = this.parts.healthCounts()
      for (const status of HEALTH_STATUSES) {
        report("stablecoin.health.checks", counts[status], { status })
      }
    })
    metrics.observe(
      [
        "stablecoin.webhook.pending",
        "stablecoin.payment.due.count",
        "stablecoin.payment.due.age",
        "stablecoin.exception.open.count",
        "stablecoin.exception.open.age",
        "stablecoin.refund.due.count",
      ],
      async (report) => {
        const backlog = await this.#backlog()
        if (backlog) {
          observeBacklog(report, backlog)
        }
      }
    )
  }

  end(): void {
    this.parts.metrics.end()
  }

  /**
   * Records the time from a paid payment's webhook to its order. Settling
   * neither waits for it nor fails because of it.
   */
  recordOrder(payment: Pick<Payment, "id" | "rail">): void {
    if (this.parts.metrics.isOn) {
      void this.#recordOrder(payment).catch((error) => this.#warn(error))
    }
  }

  async #recordOrder({
    id,
    rail,
  }: Pick<Payment, "id" | "rail">): Promise<void> {
    const { repository, metrics } = this.parts
    const seconds = await repository.webhookEvents.secondsSince({ id })
    if (seconds !== null) {
      metrics.record("stablecoin.webhook.order.duration", seconds, { rail })
    }
  }

  #observeQueues(report: Observe): void {
    const lengths = { ...this.parts.queues() }
    for (const [queue, length] of watchedQueues()) {
      lengths[queue] = length()
    }
    for (const [queue, length] of Object.entries(lengths)) {
      report("stablecoin.queue.length", length, { queue: queue as QueueName })
    }
  }

  /**
   * Returns null when the database does not answer in time: metrics must not
   * add to its load.
   */
  async #backlog(): Promise<Backlog | null> {
    const read = this.#reads.get(() => this.#read())
    return await withTimeout(read, TIMEOUT_MS, () => null)
  }

  async #read(): Promise<Backlog | null> {
    try {
      const backlog = await this.parts.repository.overview.readBacklog()
      this.#hasFailed = false
      return backlog
    } catch (error) {
      this.#warn(error)
      return null
    }
  }

  /** Warns once per outage, since collections run every few seconds. */
  #warn(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true
      this.parts.logger.warn(
        `Stablecoin payments: metrics of the database could not be read: ${messageOf(error)}`
      )
    }
  }
}

function observeBacklog(report: Observe, backlog: Backlog): void {
  report("stablecoin.webhook.pending", backlog.webhooks_pending, {})
  report("stablecoin.payment.due.count", backlog.payments_due, {})
  report("stablecoin.payment.due.age", backlog.oldest_due_age, {})
  report("stablecoin.refund.due.count", backlog.refunds_due, {})
  // Reports every problem each time, since an SDK repeats the last value of a
  // missing one.
  const found = new Map<string, OpenExceptions>()
  for (const open of backlog.exceptions) {
    const { kind, reason } = reportedAs(open)
    const same = found.get(nameOf({ kind, reason }))
    found.set(nameOf({ kind, reason }), {
      kind,
      reason,
      count: open.count + (same?.count ?? 0),
      age: Math.max(open.age, same?.age ?? 0),
    })
  }
  for (const { kind, reason } of [...EXCEPTION_PROBLEMS, OTHER]) {
    const { count = 0, age = 0 } = found.get(nameOf({ kind, reason })) ?? {}
    const labels = { kind, reason: reason ?? NONE }
    report("stablecoin.exception.open.count", count, labels)
    report("stablecoin.exception.open.age", age, labels)
  }
}

const NONE = "none" as const

/** A problem that another version of the plugin opened. */
const OTHER = { kind: "other", reason: null } as const

function reportedAs(problem: StoredProblem) {
  const name = nameOf(problem)
  return EXCEPTION_PROBLEMS.find((known) => nameOf(known) === name) ?? OTHER
}
