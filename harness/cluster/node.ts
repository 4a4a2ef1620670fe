import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import type { NodeMessage, NodeRequest } from "./node-process"

/** Lines of the log that explain a failed start. */
const LAST_LINES = 40

/** The parent's handle of one of a store's processes. */
export class StoreNode {
  #process: ChildProcess | null = null
  #url: string | null = null
  #requests = 0

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
   * @param first true for the process that creates the admin's user
   * @throws Error with the end of its log if it exits before
   */
  async start({ first = false } = {}): Promise<void> {
    const log = openSync(this.logFile, "a")
    const child = fork(
      // `__dirname` is wrong where an ES module has imported this file.
      require.resolve("./node-process.ts"),
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
    const ready = await this.#message(child, "ready").catch(
      async (error: unknown) => {
        throw new Error(`${String(error)}\n${await this.lastLines()}`)
      }
    )
    this.#url = `http://127.0.0.1:${ready.port}`
  }

  /** The last lines that it logged. */
  async lastLines(): Promise<string> {
    const text = await readFile(this.logFile, "utf8").catch(() => "")
    const lines = text.trimEnd().split("\n").slice(-LAST_LINES)
    return `${this.logFile}\n${lines.join("\n")}`
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
    const request: NodeRequest = { id: ++this.#requests, run: "job" }
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
        reject(
          new Error(`${this.name} ended unexpectedly, see ${this.logFile}.`)
        )
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
