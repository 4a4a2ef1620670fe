import { fork, type ChildProcess } from "node:child_process"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { open } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { StoreMessage } from "./store-process.ts"

type Reached = StoreMessage["reached"]
type MessageOf<R extends Reached> = Extract<StoreMessage, { reached: R }>

/** Milliseconds that a store may take to end in good order. */
const PATIENCE = 5000
const LAST_LINES = 30

/** The store's process, as its parent sees it. */
export class StoreServer {
  readonly #process: ChildProcess
  readonly #messages: StoreMessage[] = []
  readonly #logFile: string

  /**
   * @param env what medusa-config.ts reads, on top of this process's own
   * @param folder where the log goes
   * @param verbose whether the log is shown as well
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
   * Waits until the store is so far.
   *
   * @throws the reason of the signal, or an error if the store ended before
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
        throw new Error("the store ended by itself")
      }
      await wait(50)
    }
  }

  /** Resolves when the store has ended, by itself or not. */
  async ended(): Promise<void> {
    if (!this.#ended) {
      await once(this.#process, "exit")
    }
  }

  /** Ends it, in good order if that works soon, or else at once. */
  async stop(): Promise<void> {
    if (this.#ended) {
      return
    }
    const ended = once(this.#process, "exit")
    this.#process.kill("SIGTERM")
    const late = setTimeout(() => this.#process.kill("SIGKILL"), PATIENCE)
    await ended
    clearTimeout(late)
  }

  /** The end of what the store logged. */
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
