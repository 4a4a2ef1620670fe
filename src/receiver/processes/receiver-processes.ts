import cluster, { type Worker } from "node:cluster"
import { once } from "node:events"
import { setTimeout as wait } from "node:timers/promises"
import { messageOf } from "../../shared/message-of"
import { Semaphore } from "../../shared/semaphore"
import { withTimeout } from "../../shared/with-timeout"
import type { Logger } from "../logger"
import { CollectedMetrics } from "./collected-metrics"
import { fromProcess, send } from "./messages"

/** Pause before a process that exited is replaced. */
const REPLACED_AFTER_MS = 1_000

/** Others wait for a process that starts or ends, so it is killed after that. */
export type ProcessLimits = { readyWithinMs: number; endedWithinMs: number }

/** Longer than any process takes whose disk and database answer. */
const LIMITS: ProcessLimits = { readyWithinMs: 60_000, endedWithinMs: 30_000 }

/**
 * A process exited before it received webhooks. It has logged the reason, unless
 * the receiver ended meanwhile.
 */
export class ReceiverProcessError extends Error {
  override readonly name = "ReceiverProcessError"
}

/**
 * Runs receivers as the workers of `node:cluster`, which share a port. The port
 * stays open while one of them runs: connections wait while others are replaced.
 */
export class ReceiverProcesses {
  readonly #workers = new Set<Worker>()
  readonly #restarting = new Semaphore(1)
  readonly #closing = new AbortController()
  /** Aborted when no more processes are started. */
  readonly #ending: AbortSignal
  readonly #metrics = new CollectedMetrics(() => this.#workers)
  #url = ""
  #lastDied = (): void => {}
  /** Resolves when no process is left, which closes the port. */
  readonly allDied = new Promise<void>((resolve) => (this.#lastDied = resolve))

  private constructor(
    private readonly count: number,
    private readonly logger: Logger,
    ended: AbortSignal,
    private readonly limits: ProcessLimits
  ) {
    this.#ending = AbortSignal.any([ended, this.#closing.signal])
  }

  /**
   * @param ended aborted when the receiver ends, also before it has started
   * @throws ReceiverProcessError
   */
  static async start(
    count: number,
    logger: Logger,
    ended: AbortSignal,
    limits: ProcessLimits = LIMITS
  ): Promise<ReceiverProcesses> {
    // Workers accept connections themselves: what this process has passed to a
    // worker that dies would never be answered.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    const processes = new ReceiverProcesses(count, logger, ended, limits)
    const started = await Promise.allSettled(
      Array.from({ length: count }, async () => await processes.#add())
    )
    const failed = started.find(({ status }) => status === "rejected")
    if (failed?.status === "rejected") {
      await processes.close()
      throw failed.reason
    }
    return processes
  }

  get url(): string {
    return this.#url
  }

  /**
   * Replaces the processes one after the other, by ones with the present
   * configuration and code. Each goes on until its successor is ready. When one
   * can't start, those that were not replaced yet go on.
   */
  async restart(): Promise<void> {
    await this.#restarting.run(async () => {
      const all = [...this.#workers]
      for (const [replaced, old] of all.entries()) {
        if (this.#ending.aborted) {
          return
        }
        try {
          await this.#add()
        } catch {
          if (!this.#ending.aborted) {
            this.logger.error(
              `${replaced} of ${all.length} processes were restarted. The others go on, because a new one can't start.`
            )
          }
          return
        }
        await this.#end(old)
      }
      this.logger.info("All processes were restarted.")
    })
  }

  /** Ends all processes after the requests in hand. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all([
      ...[...this.#workers].map((worker) => this.#end(worker)),
      // A restart ends its own two processes: the old one and the new one.
      this.#restarting.run(async () => {}),
    ])
  }

  /** @throws ReceiverProcessError */
  async #add(): Promise<void> {
    if (this.#ending.aborted) {
      throw new ReceiverProcessError("The receiver ended meanwhile.")
    }
    const waiting = new AbortController()
    const ending = once(this.#ending, "abort", { signal: waiting.signal })
    const worker = cluster.fork()
    // After its last message, also when it was killed.
    worker.once("disconnect", () => void this.#endMetrics(worker))
    const exited = once(worker, "exit")
    const started = Promise.race([
      new Promise<true>((resolve) =>
        worker.on("message", (message: unknown) =>
          this.#read(worker, message, () => resolve(true))
        )
      ),
      exited.then(() => false),
      ending.then(() => false),
    ])
    const { readyWithinMs } = this.limits
    const isReady = await withTimeout(started, readyWithinMs, () => false)
    waiting.abort()
    if (this.#ending.aborted) {
      // It may have requests in hand already.
      await this.#terminate(worker, exited)
      throw new ReceiverProcessError("The receiver ended meanwhile.")
    }
    if (!isReady) {
      worker.process.kill("SIGKILL")
      await exited
      throw new ReceiverProcessError("A process of the receiver can't start.")
    }
    this.#workers.add(worker)
    worker.once("exit", () => {
      if (this.#workers.delete(worker) && !this.#ending.aborted) {
        this.logger.error(`Process ${worker.process.pid} of the receiver died.`)
        void this.#replace()
        if (this.#workers.size === 0) {
          this.#lastDied()
        }
      }
    })
  }

  #read(worker: Worker, message: unknown, ready: () => void): void {
    const { data } = fromProcess.safeParse(message)
    switch (data?.type) {
      case "ready":
        this.#url = data.url
        ready()
        return
      case "snapshot":
        this.#metrics.set(worker, data.snapshot)
        return
      case "read-metrics":
        void this.#sendMetrics(worker)
    }
  }

  async #sendMetrics(worker: Worker): Promise<void> {
    try {
      const text = await this.#metrics.read()
      send(worker, { type: "metrics", text })
    } catch (error) {
      this.#logMetrics(error)
      send(worker, { type: "metrics", text: null })
    }
  }

  async #endMetrics(worker: Worker): Promise<void> {
    try {
      await this.#metrics.end(worker)
    } catch (error) {
      this.#logMetrics(error)
    }
  }

  /** Processes of another version may have metrics that don't add up. */
  #logMetrics(error: unknown): void {
    this.logger.error(`The metrics could not be collected: ${messageOf(error)}`)
  }

  async #replace(): Promise<void> {
    const signal = this.#ending
    while (!signal.aborted) {
      await wait(REPLACED_AFTER_MS, undefined, { signal }).catch(() => {})
      const isReady = await this.#restarting.run(async () => {
        // One that dies amid a restart is replaced by the restart.
        if (signal.aborted || this.#workers.size >= this.count) {
          return true
        }
        try {
          await this.#add()
        } catch {
          return false
        }
        this.logger.info("The process that died was replaced.")
        return true
      })
      if (isReady) {
        return
      }
    }
  }

  async #end(worker: Worker): Promise<void> {
    if (this.#workers.delete(worker)) {
      await this.#terminate(worker, once(worker, "exit"))
    }
  }

  async #terminate(worker: Worker, exited: Promise<unknown>): Promise<void> {
    worker.process.kill("SIGTERM")
    await withTimeout(exited, this.limits.endedWithinMs, () => {
      const { pid } = worker.process
      this.logger.error(`Process ${pid} did not end, and is killed.`)
      worker.process.kill("SIGKILL")
    })
    await exited
  }
}
