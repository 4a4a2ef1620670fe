type Level = "warn" | "error"

/** Between two messages that a flood of webhooks would repeat. */
const SOMETIMES_MS = 5_000

/** Logs one line of JSON per message. */
export class Logger {
  #lastAt = new Map<Level, number>()

  constructor(private readonly write: (line: string) => void) {}

  log(level: Level, message: string): void {
    const timestamp = new Date().toISOString()
    this.write(JSON.stringify({ level, message, timestamp, pid: process.pid }))
  }

  /** Logs at most one message of a level in a while. */
  sometimes(level: Level, message: string): void {
    const now = performance.now()
    if (now - (this.#lastAt.get(level) ?? -Infinity) >= SOMETIMES_MS) {
      this.#lastAt.set(level, now)
      this.log(level, message)
    }
  }
}
