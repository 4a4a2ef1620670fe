/**
 * Returns an error's message. A workflow may throw its step's error as a plain
 * object, which has no useful string form.
 */
export function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error)
}
