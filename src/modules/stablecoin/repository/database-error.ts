/**
 * A failed statement in words that may be logged. A query builder may quote
 * the statement with its values (bodies, tokens, addresses) in the message,
 * depending on how the connection was made; this never does.
 */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError"
  constructor(
    message: string,
    /** PostgreSQL's SQLSTATE, such as 40P01. */
    readonly code: string
  ) {
    super(message)
  }
}

/** Fields of the driver's error that hold names of the schema, never values. */
type DriverError = Error & {
  severity?: string
  code: string
  table?: string
  constraint?: string
  routine?: string
}

/** PostgreSQL's own errors in words that may be logged. Others, such as a cut connection, are handed back as they are. */
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

/** Classes of SQLSTATE that blame what was to be written: bad data, a broken constraint, a value beyond a limit. */
const OF_ONE_ROW = ["22", "23", "54"]

/** Whether a statement of several rows may work without one of them. */
export function isOfOneRow(error: unknown): boolean {
  return isDriverError(error) && OF_ONE_ROW.includes(error.code.slice(0, 2))
}

function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error && "severity" in error && "code" in error
}
