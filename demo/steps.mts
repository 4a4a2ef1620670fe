import { performance } from "node:perf_hooks"

/** A step of the demo that failed. The message names the step. */
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

/** Says what is going on, step by step, with times. */
export class Steps {
  readonly #started = performance.now()

  /**
   * @param ended aborted when the person wants to end
   * @param write shows a piece of text at once
   */
  constructor(
    private readonly ended: AbortSignal,
    private readonly write: (text: string) => void
  ) {}

  /**
   * Runs one step. What the step starts, it must hand over to be tidied up
   * before it is done: after it, a person who wants to end is heard.
   *
   * @throws StepError if it fails, the reason of `ended` if the person wants to end
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

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s`
}
