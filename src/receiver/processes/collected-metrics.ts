import type { Worker } from "node:cluster"
import { CachedCall } from "../../shared/cached-call"
import { withTimeout } from "../../shared/with-timeout"
import { MetricsOfProcesses } from "../metrics/metrics-of-processes"
import type { MetricsSnapshot } from "../metrics/prometheus-metrics"
import { send } from "./messages"

/** The last metrics of a process are used when it does not answer in time. */
const ANSWERED_WITHIN_MS = 1_000

/** Collects the metrics of the processes that share a port. */
export class CollectedMetrics {
  readonly #metrics = new MetricsOfProcesses()
  readonly #reading = new CachedCall<string>(0)
  readonly #answers = new Map<number, () => void>()

  /** @param running the processes that run now */
  constructor(private readonly running: () => Iterable<Worker>) {}

  /** Receives the metrics of a process. */
  set({ id }: Worker, snapshot: MetricsSnapshot): void {
    this.#metrics.set(id, snapshot)
    this.#answers.get(id)?.()
  }

  /** Keeps the counts of a process that ended. */
  async end({ id }: Worker): Promise<void> {
    this.#answers.get(id)?.()
    await this.#metrics.end(id)
  }

  /** Returns the metrics of all processes in the OpenMetrics format. */
  async read(): Promise<string> {
    return await this.#reading.get(async () => {
      const workers = [...this.running()]
      await Promise.all(workers.map((worker) => this.#collect(worker)))
      this.#answers.clear()
      return await this.#metrics.openMetrics()
    })
  }

  async #collect(worker: Worker): Promise<void> {
    const answered = new Promise<void>((resolve) =>
      this.#answers.set(worker.id, resolve)
    )
    send(worker, { type: "collect" })
    await withTimeout(answered, ANSWERED_WITHIN_MS, () => {})
  }
}
