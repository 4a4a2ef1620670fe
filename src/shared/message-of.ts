/** A workflow may throw what its step threw as a plain object, which says nothing of itself. */
export function messageOf(error: unknown): string {
  return typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error)
}
