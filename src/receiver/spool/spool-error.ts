/** The spool can't be used, or doesn't take a webhook. */
export class SpoolError extends Error {
  override readonly name: string = "SpoolError"
}

/** The spool has reached its size: the webhook was not kept. */
export class SpoolFullError extends SpoolError {
  override readonly name = "SpoolFullError"
}

/** The file takes no more records: the disk failed, or the file was removed. */
export class SegmentError extends SpoolError {
  override readonly name = "SegmentError"
}

/**
 * The database takes no webhook of a batch, for a reason that may be in the
 * database.
 */
export class BatchRefusedError extends SpoolError {
  override readonly name = "BatchRefusedError"
}

/** The system's code of an error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error
    ? String(error.code)
    : undefined
}

/** Resolves to undefined where a file or folder doesn't exist. */
export async function unlessMissing<T>(
  work: Promise<T>
): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined
    }
    throw error
  }
}
