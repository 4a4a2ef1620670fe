/**
 * Returns an error's message. A workflow may throw its step's error as a plain
 * object, which has no useful string form, and Node.js gives no message to the
 * error of a refused connection, only a code.
 */
export function messageOf(error: unknown): string {
  if (typeof error !== "object" || error === null) {
    return String(error)
  }
  const { message, code } = error as { message?: unknown; code?: unknown }
  return String(message || code || error)
}
