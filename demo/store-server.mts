import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { StoreMessage } from "./store-process.ts"

type Reached = StoreMessage["reached"]
type MessageOf<R extends Reached> = Extract<StoreMessage, { reached: R }>

/** Time for a store to shut down cleanly, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 5000
const LAST_LINES = 30

/** The store's process, seen from its parent. */
export class StoreServer {
  readonly #process: ChildProcess
  readonly #messages: StoreMessage[] = []
  readonly #logFile: string

  /**
   * @param env the variables for medusa-config.ts, added to this process's
   * @param folder where the log is written
   * @param verbose whether the log is also shown
   */
  constructor(
    env: Record<string, string>,
    { folder, verbose }: { folder: string; verbose: boolean }
  ) {
    this.#logFile = join(folder, "store.log")
    const log = createWriteStream(this.#logFile)
    this.#process = fork(join(import.meta.dirname, "store-process.ts"), {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    })
    this.#process.on("message", (message: StoreMessage) => {
      this.#messages.push(message)
    })
    for (const output of [this.#process.stdout, this.#process.stderr]) {
      output?.pipe(log, { end: false })
      if (verbose) {
        output?.pipe(process.stderr, { end: false })
      }
    }
    this.#process.once("close", () => log.end())
  }

  /**
   * Waits until the store reaches a step.
   *
   * @throws the signal's reason, or an error if the store ended before
   */
  async reached<R extends Reached>(
    step: R,
    signal: AbortSignal
  ): Promise<MessageOf<R>> {
    for (;;) {
      signal.throwIfAborted()
      const message = this.#messages.find(
        (one): one is MessageOf<R> => one.reached === step
      )
      if (message) {
        return message
      }
      if (this.#ended) {
        throw new Error("the store exited unexpectedly")
      }
      await wait(50)
    }
  }

  /** Resolves when the store has ended, for any reason. */
  async ended(): Promise<void> {
    if (!this.#ended) {
      await once(this.#process, "exit")
    }
  }

  /** Shuts the store down cleanly, or kills it if that takes too long. */
  async stop(): Promise<void> {
    if (this.#ended) {
      return
    }
    const ended = once(this.#process, "exit")
    this.#process.kill("SIGTERM")
    const late = setTimeout(
      () => this.#process.kill("SIGKILL"),
      SHUTDOWN_TIMEOUT_MS
    )
    await ended
    clearTimeout(late)
  }

  /** The end of the store's log. */
  async lastLines(): Promise<string> {
    const file = await open(this.#logFile)
    try {
      const text = await file.readFile("utf8")
      return text.trimEnd().split("\n").slice(-LAST_LINES).join("\n")
    } finally {
      await file.close()
    }
  }

  get #ended(): boolean {
    const { exitCode, signalCode, pid } = this.#process
    return pid === undefined || exitCode !== null || signalCode !== null
  }
}
