import type { StoreSetup } from "../harness/store/process.ts"
import { StoreProcess } from "../harness/store/store-process.ts"

/** Time for the store to shut down cleanly, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 5000

export type DemoStoreInput = {
  port: number
  env: Record<string, string>
  /** Absent: its log is shown. */
  logFile?: string
}

/** The demo's store, which may be stopped and started again. */
export class DemoStore {
  #process: StoreProcess
  #isStopping = false
  #fail = (): void => {}
  /** Resolves when it exits without having been stopped. */
  readonly failed = new Promise<void>((resolve) => (this.#fail = resolve))

  /** Starts it with empty tables, and fills them. */
  constructor(private readonly input: DemoStoreInput) {
    this.#process = this.#run({
      migrate: true,
      seed: { sellsInEuro: true },
      admin: true,
    })
  }

  /** The process that was started last. */
  get process(): StoreProcess {
    return this.#process
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#process.end(SHUTDOWN_TIMEOUT_MS)
  }

  /** Starts it after `stop`, with what its database has. */
  async start(): Promise<void> {
    this.#isStopping = false
    this.#process = this.#run({})
    await this.#process.ready()
  }

  #run(setup: Omit<StoreSetup, "port">): StoreProcess {
    const { port, env, logFile } = this.input
    const started = new StoreProcess({
      setup: { port, ...setup },
      env,
      ...(logFile ? { logFile } : {}),
    })
    void started.ended().then(() => {
      if (!this.#isStopping) {
        this.#fail()
      }
    })
    return started
  }
}
