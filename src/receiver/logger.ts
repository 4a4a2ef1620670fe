type Level = "info" | "warn" | "error"

/** Between two messages that a flood of webhooks would repeat. */
const SOMETIMES_MS = 1_000

/** Logs one line of JSON per message. */
export class Logger {
  #lastAt = new Map<Level, number>()

  constructor(private readonly write: (line: string) => void) {}

  info(message: string): void {
    this.#log("info", message)
  }

  warn(message: string): void {
    this.#log("warn", message)
  }

  error(message: string): void {
    this.#log("error", message)
  }

  /** Logs at most one message of a level per second. */
  sometimes(level: Level, message: string): void {
    const now = performance.now()
    if (now - (this.#lastAt.get(level) ?? -Infinity) >= SOMETIMES_MS) {
      this.#lastAt.set(level, now)
      this.#log(level, message)
    }
  }

  #log(level: Level, message: string): void {
    const timestamp = new Date().toISOString()
    const { pid } = process
    this.write(JSON.stringify({ level, message, timestamp, pid }))
  }
}
