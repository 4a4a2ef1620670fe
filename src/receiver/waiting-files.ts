/** Why a file still waits. */
export type Problem = {
  reason: string
  /** Whether the store is away. Otherwise the file itself is the problem. */
  isAway: boolean
}

export type WaitingFile = {
  bytes: number
  /** When the webhook was received, in milliseconds. */
  since: number
  attempts: number
  /** When it is sent next, in milliseconds of a clock that is never set. */
  nextAt: number
  problem: Problem | null
}

const FIRST_DELAY_MS = 1_000
/** A buyer waits for the order: the store gets it soon after it is back. */
const LONGEST_WHILE_AWAY_MS = 10_000
const LONGEST_MS = 5 * 60_000

/**
 * The files that wait for the store, each with its own backoff. The map's order
 * is that of their last attempts.
 */
export class WaitingFiles {
  readonly #files = new Map<string, WaitingFile>()
  #bytes = 0

  get count(): number {
    return this.#files.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get names(): string[] {
    return [...this.#files.keys()]
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  add(name: string, file: Pick<WaitingFile, "bytes" | "since" | "nextAt">) {
    this.remove(name)
    this.#bytes += file.bytes
    this.#files.set(name, { ...file, attempts: 0, problem: null })
  }

  remove(name: string): void {
    this.#bytes -= this.#files.get(name)?.bytes ?? 0
    this.#files.delete(name)
  }

  /**
   * Returns files to send now. Those that were never sent come first, then the
   * ones whose last attempt is the longest ago, so that none waits for another.
   */
  due(now: number, limit: number): string[] {
    const fresh: string[] = []
    const again: string[] = []
    for (const [name, { attempts, nextAt }] of this.#files) {
      const list = attempts ? again : fresh
      if (nextAt <= now && list.length < limit) {
        list.push(name)
      }
    }
    return [...fresh, ...again].slice(0, limit)
  }

  /** Delays a file. @returns how often it has been tried; 0: it is gone */
  failed(name: string, problem: Problem, now: number): number {
    const file = this.#files.get(name)
    if (!file) {
      return 0
    }
    const attempts = file.attempts + 1
    const nextAt = now + delayAfter(attempts, problem)
    // Set again, so that it is the last one of the map.
    this.#files.delete(name)
    this.#files.set(name, { ...file, attempts, nextAt, problem })
    return attempts
  }

  /** The oldest file's time; null without files. */
  get oldest(): number | null {
    let oldest: number | null = null
    for (const { since } of this.#files.values()) {
      oldest = Math.min(oldest ?? since, since)
    }
    return oldest
  }

  /** Files that the store would not store although it answers. */
  stuck(): { file: string; reason: string; attempts: number }[] {
    return [...this.#files].flatMap(([file, { problem, attempts }]) =>
      problem && !problem.isAway
        ? [{ file, reason: problem.reason, attempts }]
        : []
    )
  }
}

function delayAfter(attempts: number, { isAway }: Problem): number {
  const longest = isAway ? LONGEST_WHILE_AWAY_MS : LONGEST_MS
  return Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), longest)
}
