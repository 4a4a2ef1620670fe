import type { Logger } from "@medusajs/framework/types"
import type { BatchObservableResult } from "@medusajs/framework/opentelemetry/api"
import { HEALTH_STATUSES, type HealthStatus } from "../../../http-types"
import { EXCEPTION_PROBLEMS, nameOf, type StoredProblem } from "../../../ledger"
import { CachedCall } from "../../../shared/cached-call"
import { messageOf } from "../../../shared/message-of"
import { withTimeout } from "../../../shared/with-timeout"
import type { Repository } from "../repository"
import type { Backlog } from "../repository/overview/backlog"
import { meter } from "./metrics"

/** Several readers, and several collections of one, share one database read. */
const READ_EVERY_MS = 5_000

/**
 * Timeout of a collection, which then reports the process without the database.
 */
const TIMEOUT_MS = 3_000

export type TelemetryParts = {
  repository: { overview: Pick<Repository["overview"], "readBacklog"> }
  /** How many health checks had each status in their last run. */
  healthCounts: () => Record<HealthStatus, number>
  logger: Pick<Logger, "warn">
}

/**
 * The gauges, which are read whenever an OpenTelemetry SDK collects: without
 * one, never. Medusa runs `instrumentation.ts`, which registers it, before it
 * starts its modules.
 */
export class Telemetry {
  readonly #reads = new CachedCall<Backlog | null>(READ_EVERY_MS)
  #hasFailed = false

  constructor(private readonly parts: TelemetryParts) {}

  /** Ends the observation, once it has begun. */
  end: () => void = () => {}

  begin(): void {
    const observed = meter()
    const gauges = gaugesOf(observed)
    const all = Object.values(gauges)
    const report = async (result: BatchObservableResult) => {
      const counts = this.parts.healthCounts()
      for (const status of HEALTH_STATUSES) {
        result.observe(gauges.checks, counts[status], { status })
      }
      // Metrics must not add to the load of a slow database.
      const read = this.#reads.get(() => this.#read())
      const backlog = await withTimeout(read, TIMEOUT_MS, () => null)
      if (backlog) {
        reportBacklog(result, gauges, backlog)
      }
    }
    observed.addBatchObservableCallback(report, all)
    this.end = () => observed.removeBatchObservableCallback(report, all)
  }

  /** Warns once per outage, since collections run every few seconds. */
  async #read(): Promise<Backlog | null> {
    try {
      const backlog = await this.parts.repository.overview.readBacklog()
      this.#hasFailed = false
      return backlog
    } catch (error) {
      if (!this.#hasFailed) {
        this.#hasFailed = true
        this.parts.logger.warn(
          `Stablecoin payments: metrics of the database could not be read: ${messageOf(error)}`
        )
      }
      return null
    }
  }
}

/** They describe the database, and are the same in each process of a store. */
function gaugesOf(observed: ReturnType<typeof meter>) {
  const gauge = (name: string, unit: string, description: string) =>
    observed.createObservableGauge(`stablecoin.${name}`, { unit, description })
  return {
    pending: gauge(
      "webhook.pending",
      "{webhook}",
      "Webhooks that are stored and not processed yet"
    ),
    due: gauge(
      "payment.due.count",
      "{payment}",
      "Payments due for reconciliation"
    ),
    dueAge: gauge(
      "payment.due.age",
      "s",
      "How long the oldest due payment has been due"
    ),
    open: gauge("exception.open.count", "{exception}", "Open exceptions"),
    openAge: gauge(
      "exception.open.age",
      "s",
      "Time since the oldest open exception was first opened"
    ),
    refunds: gauge(
      "refund.due.count",
      "{refund}",
      "Refunds that the merchant still has to send"
    ),
    checks: gauge(
      "health.checks",
      "{check}",
      "Health checks by result, zero where another process ran them"
    ),
  }
}

/** A problem that another version of the plugin opened. */
const OTHER = { kind: "other", reason: null } as const

function reportBacklog(
  result: BatchObservableResult,
  gauges: ReturnType<typeof gaugesOf>,
  backlog: Backlog
): void {
  result.observe(gauges.pending, backlog.webhooks_pending)
  result.observe(gauges.due, backlog.payments_due)
  result.observe(gauges.dueAge, backlog.oldest_due_age)
  result.observe(gauges.refunds, backlog.refunds_due)
  // Reports every problem each time, since an SDK repeats the last value of a
  // missing one.
  for (const problem of [...EXCEPTION_PROBLEMS, OTHER]) {
    const open = backlog.exceptions.filter((each) => knownOf(each) === problem)
    const labels = { kind: problem.kind, reason: problem.reason ?? "none" }
    const count = open.reduce((sum, each) => sum + each.count, 0)
    const age = Math.max(0, ...open.map((each) => each.age))
    result.observe(gauges.open, count, labels)
    result.observe(gauges.openAge, age, labels)
  }
}

function knownOf(problem: StoredProblem) {
  const name = nameOf(problem)
  return EXCEPTION_PROBLEMS.find((known) => nameOf(known) === name) ?? OTHER
}
