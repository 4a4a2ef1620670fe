/** Admins test one connection at a time. Many at once would be a port scan. */
export const MOST_AT_ONCE = 4

let running = 0

/**
 * Runs a connection test within the process's limit of concurrent ones.
 *
 * @returns null over the limit
 */
export async function testWithinLimit<T>(
  test: () => Promise<T>
): Promise<T | null> {
  if (running >= MOST_AT_ONCE) {
    return null
  }
  running += 1
  try {
    return await test()
  } finally {
    running -= 1
  }
}
