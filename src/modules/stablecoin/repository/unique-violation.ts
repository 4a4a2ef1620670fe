const UNIQUE_VIOLATION = "23505"

/** Whether PostgreSQL rejected a row because of a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION
  )
}
