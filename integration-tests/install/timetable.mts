import { performance } from "node:perf_hooks"
import { StepError } from "../../demo/steps.mts"

/** Says what was done, also side by side, and how long each thing took. */
export class Timetable {
  readonly #started = performance.now()
  readonly #failed = new AbortController()

  /** Aborted when the person wants to end, or when a step has failed: whatever runs beside it is to stop. */
  readonly signal: AbortSignal

  constructor(
    ended: AbortSignal,
    private readonly write: (line: string) => void
  ) {
    this.signal = AbortSignal.any([ended, this.#failed.signal])
  }

  /**
   * Runs one step, and tells of it when it is done: others may run beside it.
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
   * Does several things at the same time. When one fails the others are
   * stopped, and waited for: whatever ran on would miss its folder.
   *
   * @throws what the first one that failed has thrown
   */
  async together<T extends unknown[]>(
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

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1).padStart(5)} s`
}
