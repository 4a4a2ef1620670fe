import { StoreProcess } from "../store/store-process"
import type { Calls } from "./calls"

/** One of a store's processes, on a free port and a seeded database. */
export class StoreNode {
  #process: StoreProcess<Calls> | null = null

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
    return this.#process?.url ?? null
  }

  /**
   * Starts it and waits until it listens.
   *
   * @param first true for the process that creates the admin's user
   * @throws Error with the end of its log if it exits before
   */
  async start({ first = false } = {}): Promise<void> {
    this.#process = new StoreProcess<Calls>({
      setup: { port: 0, admin: first, calls: require.resolve("./calls.ts") },
      env: { ...this.env, PGAPPNAME: this.name },
      logFile: this.logFile,
    })
    await this.#process.ready()
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    await this.#process?.kill()
  }

  /** Ends it as a deployment does, and waits until it has exited. */
  async end(): Promise<void> {
    await this.#process?.end()
  }

  /** Pauses it in the middle of its work. */
  freeze(): void {
    this.#process?.signal("SIGSTOP")
  }

  /** Resumes it after `freeze`. */
  thaw(): void {
    this.#process?.signal("SIGCONT")
  }

  /** Runs a function in the process, and waits until it has returned. */
  async run(name: keyof Calls): Promise<void> {
    if (!this.#process) {
      throw new Error(`${this.name} is not running.`)
    }
    await this.#process.call(name)
  }
}
