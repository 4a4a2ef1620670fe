import { logger } from "@medusajs/framework/logger"

const lines: string[] = []

/**
 * Records all further warnings and errors of this process, including those that
 * its log level hides.
 */
export function watchLog(): void {
  for (const level of ["warn", "error"] as const) {
    const log = logger[level].bind(logger) as (...args: unknown[]) => void
    logger[level] = (...args: unknown[]): void => {
      lines.push(args.map(String).join(" "))
      log(...args)
    }
  }
}

/** Returns the lines recorded since the last call. */
export function takeLines(): string[] {
  return lines.splice(0)
}
