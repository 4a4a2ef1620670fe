import cluster, { type Worker } from "node:cluster"
import type { MetricsSnapshot } from "../metrics/prometheus-metrics"
import { withTimeout } from "../../shared/with-timeout"
import { type FromProcess, toProcess } from "./messages"

/** Far longer than the other processes are waited for. */
const METRICS_WITHIN_MS = 5_000

/** The process that started this one, and others that share its port. */
export class StartingProcess {
  #snapshot: () => Promise<MetricsSnapshot> = async () => []
  readonly #waiting = new Set<(text: string | null) => void>()

  private constructor(private readonly worker: Worker) {
    worker.on("message", (message: unknown) => void this.#read(message))
    // A service manager or a terminal sends them to all processes, in addition to
    // the one that started this one. Without a listener, they would end this one.
    for (const signal of ["SIGHUP", "SIGINT"] as const) {
      process.on(signal, () => {})
    }
  }

  /** Null: this process runs alone. */
  static get current(): StartingProcess | null {
    return cluster.worker ? new StartingProcess(cluster.worker) : null
  }

  /** Reports that this process receives webhooks. */
  ready(url: string): void {
    this.#send({ type: "ready", url })
  }

  /** Includes the metrics of this process in those of all. */
  share(snapshot: () => Promise<MetricsSnapshot>): void {
    this.#snapshot = snapshot
  }

  /**
   * Reads the metrics of all processes in the OpenMetrics format.
   *
   * @throws Error if they could not be collected
   */
  async openMetrics(): Promise<string> {
    let receive: (text: string | null) => void = () => {}
    const answer = new Promise<string | null>((resolve) => (receive = resolve))
    this.#waiting.add(receive)
    this.#send({ type: "read-metrics" })
    try {
      const text = await withTimeout(answer, METRICS_WITHIN_MS, () => {
        throw new Error(`not collected within ${METRICS_WITHIN_MS} ms`)
      })
      if (text === null) {
        throw new Error("not collected")
      }
      return text
    } finally {
      this.#waiting.delete(receive)
    }
  }

  /** Lets this process end: while it is connected, it runs. */
  async leave(): Promise<void> {
    await this.#report().catch(() => {})
    this.worker.disconnect()
  }

  async #read(message: unknown): Promise<void> {
    const { data } = toProcess.safeParse(message)
    if (data?.type === "collect") {
      await this.#report()
    } else if (data) {
      this.#waiting.forEach((receive) => receive(data.text))
    }
  }

  async #report(): Promise<void> {
    this.#send({ type: "snapshot", snapshot: await this.#snapshot() })
  }

  #send(message: FromProcess): void {
    if (this.worker.isConnected()) {
      this.worker.send(message)
    }
  }
}
