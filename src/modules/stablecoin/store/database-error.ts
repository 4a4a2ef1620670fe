/**
 * A failed statement, without its values: the query builder quotes bodies,
 * tokens and addresses in the message, and messages end in logs and answers.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError"
  /** PostgreSQL's SQLSTATE, such as 40P01; undefined when no answer came. */
  readonly code?: string

  constructor(message: string, code?: string) {
    super(message)
    if (code) this.code = code
  }
}

/** Fields of the driver's error that hold names of the schema, never values. */
type DriverError = Error & {
  severity?: string
  code?: string
  table?: string
  constraint?: string
  routine?: string
}

/** The same failure in words that may be logged. Other errors are handed back as they are. */
export function withoutValues(error: unknown): unknown {
  if (!isDriverError(error)) {
    return error
  }
  const { code, table, constraint, routine } = error
  const where = constraint ?? table ?? routine
  return new DatabaseError(
    `PostgreSQL answered ${code}${where ? ` (${where})` : ""}.`,
    code
  )
}

function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error && "severity" in error && "code" in error
}
