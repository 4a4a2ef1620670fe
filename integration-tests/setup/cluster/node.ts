import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { openSync, closeSync } from "node:fs"
import { join } from "node:path"
import type { SeededStore } from "../../../demo/seed-store"
import type { NodeMessage, NodeRequest } from "./node-process"

/** The parent's handle of one of a store's processes. */
export class StoreNode {
  #process: ChildProcess | null = null
  #url: string | null = null
  #asked = 0

  /**
   * @param name also the application name of its database connections
   * @param env what medusa-config.ts reads
   * @param logFile collects its output across restarts
   */
  constructor(
    readonly name: string,
    private readonly env: Record<string, string>,
    private readonly logFile: string
  ) {}

  /** The address it listens on; null while it doesn't. */
  get url(): string | null {
    return this.#url
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param first true for the process that creates and seeds the tables
   * @returns the seeded data of the first process
   * @throws Error that names its log if it exits before
   */
  async start({ first = false } = {}): Promise<SeededStore | null> {
    const log = openSync(this.logFile, "a")
    const child = fork(
      join(__dirname, "node-process.ts"),
      first ? ["first"] : [],
      {
        execArgv: ["--import", "tsx"],
        env: { ...process.env, ...this.env, PGAPPNAME: this.name },
        stdio: ["ignore", log, log, "ipc"],
      }
    )
    closeSync(log)
    this.#process = child
    child.once("exit", () => {
      if (this.#process === child) {
        this.#url = null
      }
    })
    const ready = await this.#message(child, "ready")
    this.#url = `http://127.0.0.1:${ready.port}`
    return ready.seeded
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    this.#url = null
    const child = this.#process
    if (child && isRunning(child)) {
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
    }
  }

  /** Ends it as a deployment does, and waits until it has exited. */
  async end(): Promise<void> {
    this.#url = null
    const child = this.#process
    if (child && isRunning(child)) {
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await gone
    }
  }

  /** Pauses it in the middle of its work. */
  freeze(): void {
    this.#process?.kill("SIGSTOP")
  }

  /** Resumes it after `freeze`. */
  thaw(): void {
    this.#process?.kill("SIGCONT")
  }

  /**
   * Runs the scheduled job in the process, and waits until the job has
   * returned.
   */
  async runJob(): Promise<void> {
    const child = this.#process
    if (!child || !isRunning(child)) {
      throw new Error(`${this.name} is not running.`)
    }
    const request: NodeRequest = { id: ++this.#asked, run: "job" }
    const answered = this.#message(child, "done", ({ id }) => id === request.id)
    child.send(request)
    const { error } = await answered
    if (error) {
      throw new Error(`The job failed in ${this.name}: ${error}`)
    }
  }

  async #message<K extends NodeMessage["kind"]>(
    child: ChildProcess,
    kind: K,
    fits: (message: Extract<NodeMessage, { kind: K }>) => boolean = () => true
  ): Promise<Extract<NodeMessage, { kind: K }>> {
    type Wanted = Extract<NodeMessage, { kind: K }>
    return await new Promise((resolve, reject) => {
      const onExit = (): void => {
        child.off("message", onMessage)
        reject(new Error(`${this.name} ended by itself, see ${this.logFile}.`))
      }
      const onMessage = (message: NodeMessage): void => {
        if (message.kind === kind && fits(message as Wanted)) {
          child.off("message", onMessage)
          child.off("exit", onExit)
          resolve(message as Wanted)
        }
      }
      child.on("message", onMessage)
      child.once("exit", onExit)
    })
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
