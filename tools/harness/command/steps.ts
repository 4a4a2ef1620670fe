import { performance } from "node:perf_hooks"

/** A failed step of the demo. The message names the step. */
export class StepError extends Error {
  override readonly name = "StepError"

  constructor(
    readonly step: string,
    cause: unknown
  ) {
    super(
      `${step}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause }
    )
  }
}

/** Prints each step with its duration. */
export class Steps {
  readonly #started = performance.now()

  /**
   * @param ended aborted when the user stops the demo
   * @param write prints text immediately
   */
  constructor(
    private readonly ended: AbortSignal,
    private readonly write: (text: string) => void
  ) {}

  /**
   * Runs one step. The step must register its cleanup before it resolves,
   * because the demo may be stopped right after it.
   *
   * @throws StepError if it fails, the reason of `ended` if the user stops the
   * demo
   */
  async run<T>(step: string, work: () => Promise<T>): Promise<T> {
    this.ended.throwIfAborted()
    const from = performance.now()
    this.write(`  ${`${step} `.padEnd(42, ".")} `)
    try {
      const result = await work()
      this.ended.throwIfAborted()
      this.write(`${seconds(from)}\n`)
      return result
    } catch (error) {
      this.write(this.ended.aborted ? "stopped\n" : "failed\n")
      this.ended.throwIfAborted()
      throw new StepError(step, error)
    }
  }

  /** Time since the first step, such as "12.3 s". */
  get total(): string {
    return seconds(this.#started).trim()
  }
}

/** Time since then, such as " 12.3 s". */
export function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s`
}
