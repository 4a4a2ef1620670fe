/** Logs one line of JSON per message. */
export class Logger {
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

  #log(level: string, message: string): void {
    const timestamp = new Date().toISOString()
    const { pid } = process
    this.write(JSON.stringify({ level, message, timestamp, pid }))
  }
}
