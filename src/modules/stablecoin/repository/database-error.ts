/**
 * A failed statement, without its values, so that it may be logged. Depending
 * on the connection, a query builder quotes the statement with its values
 * (bodies, tokens, addresses) in the message.
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

/**
 * Fields of the driver's error. They contain names of the schema, never values.
 */
type DriverError = Error & {
  severity?: string
  code: string
  table?: string
  constraint?: string
  routine?: string
}

/**
 * Converts an error of PostgreSQL into one that may be logged. Other errors,
 * such as a cut connection, are returned unchanged.
 */
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

/**
 * Classes of SQLSTATE that blame the written data: invalid data, a violated
 * constraint, an exceeded limit.
 */
const OF_ONE_ROW = ["22", "23", "54"]

/** Whether a statement of several rows may succeed without one of them. */
export function isOfOneRow(error: unknown): boolean {
  return isDriverError(error) && OF_ONE_ROW.includes(error.code.slice(0, 2))
}

function isDriverError(error: unknown): error is DriverError {
  return error instanceof Error && "severity" in error && "code" in error
}

/** Whether an error of PostgreSQL has an SQLSTATE. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}
