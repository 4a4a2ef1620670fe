import { logger } from "@medusajs/framework/logger"

const lines: string[] = []

/** From now on keeps all that this process warns of or calls an error, also what its log level hides. */
export function watchLog(): void {
  for (const level of ["warn", "error"] as const) {
    const log = logger[level].bind(logger) as (...said: unknown[]) => void
    logger[level] = (...said: unknown[]): void => {
      lines.push(said.map(String).join(" "))
      log(...said)
    }
  }
}

/** What was kept since this was last asked. */
export function takeLines(): string[] {
  return lines.splice(0)
}
