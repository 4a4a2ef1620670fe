/** The process is gone: nothing of what it was about to do happens, no catch and no undo. */
export class Death extends Error {}

/** Where a life is interrupted: once, between two steps of what runs. */
export class Interruptions {
  #planned: { after: number; by: () => void; waits: boolean } | null = null
  /** Whether something came between the steps of the event that runs. */
  happened = false

  /** @param waits whether it waits for the cart's lock */
  plan(after: number, by: () => void, waits: boolean): void {
    this.#planned = { after, by, waits }
    this.happened = false
  }

  clear(): void {
    this.#planned = null
    this.happened = false
  }

  /** A moment at which a process may die, and others may act: under the cart's lock those who do not wait for it. */
  moment(lock: "locked" | "free" = "free"): void {
    if (this.#planned && this.#planned.after-- <= 0) {
      const { by, waits } = this.#planned
      if (waits && lock === "locked") {
        return
      }
      this.#planned = null
      this.happened = true
      by()
    }
  }
}

/** Runs what may fail and is only logged; a dead process logs nothing. */
export function logged<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    unlessDead(error)
    return null
  }
}

/** A dead process catches nothing: first thing in each catch. */
export function unlessDead(error: unknown): void {
  if (error instanceof Death) {
    throw error
  }
}
