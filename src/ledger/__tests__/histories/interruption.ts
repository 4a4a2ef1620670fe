/** Crash of the process: no further code runs, not even catch blocks. */
export class Crash extends Error {}

/** Interrupts a history once, between two steps. */
export class Interruptions {
  #planned: { after: number; by: () => void; waits: boolean } | null = null
  /** Whether the current event was interrupted. */
  happened = false
  /** Whether the interrupted event holds the cart's lock. */
  isLocked = false

  /** @param waits whether the interruption waits for the cart's lock */
  plan(after: number, by: () => void, waits: boolean): void {
    this.#planned = { after, by, waits }
    this.happened = false
  }

  clear(): void {
    this.#planned = null
    this.happened = false
  }

  /**
   * Marks a point where a process may crash and other acts may run. Under the
   * cart's lock, only acts that do not wait for it run.
   */
  checkpoint(lock: "locked" | "free" = "free"): void {
    if (this.#planned && this.#planned.after-- <= 0) {
      const { by, waits } = this.#planned
      if (waits && lock === "locked") {
        return
      }
      this.#planned = null
      this.happened = true
      this.isLocked = lock === "locked"
      try {
        by()
      } finally {
        this.isLocked = false
      }
    }
  }
}

/** Runs a function whose errors are only logged. A crash is not caught. */
export function logged<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    rethrowCrash(error)
    return null
  }
}

/** Rethrows a crash. Call it first in each catch. */
export function rethrowCrash(error: unknown): void {
  if (error instanceof Crash) {
    throw error
  }
}
