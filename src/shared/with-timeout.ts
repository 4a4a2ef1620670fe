/**
 * Waits for work, at most `ms` milliseconds. After a timeout the work continues,
 * and its error is ignored.
 *
 * @param late returns the result of a timeout, or throws
 * @throws the error of the work, if it fails in time
 */
export async function withTimeout<T, L>(
  work: Promise<T>,
  ms: number,
  late: () => L
): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(() => resolve("timeout"), ms).unref()
  })
  try {
    const first = await Promise.race([
      work.then((value) => ({ value })),
      timeout,
    ])
    return first === "timeout" ? late() : first.value
  } finally {
    clearTimeout(timer)
  }
}
