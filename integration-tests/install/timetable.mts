import { performance } from "node:perf_hooks"
import { seconds, StepError } from "../../tools/harness/command/steps.ts"

/** Prints each step, including concurrent ones, and its duration. */
export class Timetable {
  readonly #started = performance.now()
  readonly #failed = new AbortController()

  /**
   * Aborted when the user stops the run or a step has failed, to stop
   * concurrent steps.
   */
  readonly signal: AbortSignal

  constructor(
    ended: AbortSignal,
    private readonly write: (line: string) => void
  ) {
    this.signal = AbortSignal.any([ended, this.#failed.signal])
  }

  /**
   * Runs one step, and prints it when it is done, since others may run
   * concurrently.
   *
   * @throws StepError if it fails, the signal's reason if it was stopped
   */
  async run<T>(step: string, work: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    const from = performance.now()
    try {
      const result = await work()
      this.signal.throwIfAborted()
      this.write(`  ${`${step} `.padEnd(52, ".")} ${seconds(from)}`)
      return result
    } catch (error) {
      this.signal.throwIfAborted()
      this.write(`  ${step} failed after ${seconds(from).trim()}`)
      throw new StepError(step, error)
    }
  }

  /**
   * Runs several lanes concurrently. When one fails, the others are stopped and
   * awaited, because they need the folder that is removed next.
   *
   * @throws the error of the first lane that failed
   */
  async concurrently<T extends unknown[]>(
    ...lanes: { [K in keyof T]: () => Promise<T[K]> }
  ): Promise<T> {
    const settled = await Promise.allSettled(
      lanes.map(async (lane: () => Promise<unknown>) => {
        try {
          return await lane()
        } catch (error) {
          this.#failed.abort(error)
          throw error
        }
      })
    )
    this.signal.throwIfAborted()
    return settled.map((one) =>
      one.status === "fulfilled" ? one.value : undefined
    ) as T
  }

  /** Time since the first step, such as "12.3 s". */
  get total(): string {
    return seconds(this.#started).trim()
  }
}
