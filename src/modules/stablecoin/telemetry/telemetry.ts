import type { Logger } from "@medusajs/framework/types"
import type { ObservedRequest } from "../../../gateway"
import { HEALTH_STATUSES, type HealthStatus } from "../../../http-types"
import {
  EXCEPTION_PROBLEMS,
  nameOf,
  type Rail,
  type StoredProblem,
} from "../../../ledger"
import { CachedCall } from "../../../shared/cached-call"
import { messageOf } from "../../../shared/message-of"
import { withTimeout } from "../../../shared/with-timeout"
import type { Repository } from "../repository"
import type { Backlog } from "../repository/overview/backlog"
import type { AttributesOf } from "./instruments"
import type { Metrics, Report } from "./metrics"

/** Several readers, and several collections of one, share one database read. */
const READ_EVERY_MS = 5_000

/**
 * Timeout of a collection, which then reports the process without the database.
 */
const TIMEOUT_MS = 3_000

export type TelemetryParts = {
  repository: { overview: Pick<Repository["overview"], "readBacklog"> }
  metrics: Metrics
  /** How many health checks had each status in their last run. */
  healthCounts: () => Record<HealthStatus, number>
  logger: Pick<Logger, "warn">
}

/** Provides the gauges that an SDK collects. Without an SDK nothing here runs. */
export class Telemetry {
  readonly #reads = new CachedCall<Backlog | null>(READ_EVERY_MS)
  #hasFailed = false

  constructor(private readonly parts: TelemetryParts) {}

  /** Registers the gauges with an SDK, also with one that registers later. */
  begin(): void {
    const { metrics, healthCounts } = this.parts
    metrics.observe(async (report) => {
      const counts = healthCounts()
      for (const status of HEALTH_STATUSES) {
        report("stablecoin.health.checks", counts[status], { status })
      }
      // Metrics must not add to the load of a slow database.
      const read = this.#reads.get(() => this.#read())
      const backlog = await withTimeout(read, TIMEOUT_MS, () => null)
      if (backlog) {
        reportBacklog(report, backlog)
      }
    })
  }

  end(): void {
    this.parts.metrics.end()
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

function reportBacklog(report: Report, backlog: Backlog): void {
  report("stablecoin.webhook.pending", backlog.webhooks_pending, {})
  report("stablecoin.payment.due.count", backlog.payments_due, {})
  report("stablecoin.payment.due.age", backlog.oldest_due_age, {})
  report("stablecoin.refund.due.count", backlog.refunds_due, {})
  // Reports every problem each time, since an SDK repeats the last value of a
  // missing one.
  for (const problem of [...EXCEPTION_PROBLEMS, OTHER]) {
    const open = backlog.exceptions.filter((each) => labelOf(each) === problem)
    const labels = { kind: problem.kind, reason: problem.reason ?? NONE }
    const count = open.reduce((sum, each) => sum + each.count, 0)
    const age = Math.max(0, ...open.map((each) => each.age))
    report("stablecoin.exception.open.count", count, labels)
    report("stablecoin.exception.open.age", age, labels)
  }
}

const NONE = "none" as const

/** A problem that another version of the plugin opened. */
const OTHER = { kind: "other", reason: null } as const

function labelOf(problem: StoredProblem) {
  const name = nameOf(problem)
  return EXCEPTION_PROBLEMS.find((known) => nameOf(known) === name) ?? OTHER
}

type StatusClass = AttributesOf<"stablecoin.gateway.request.duration">["status"]

const CLASSES: readonly StatusClass[] = ["1xx", "2xx", "3xx", "4xx", "5xx"]

/** Records the requests of a rail's client. */
export function recordRequest(
  metrics: Pick<Metrics, "record">,
  rail: Rail
): (request: ObservedRequest) => void {
  return ({ operation, durationMs, status = 0, code }) =>
    metrics.record("stablecoin.gateway.request.duration", durationMs / 1_000, {
      rail,
      operation,
      status: CLASSES[Math.floor(status / 100) - 1] ?? "none",
      outcome: code ?? "ok",
    })
}
