/**
 * Runs a task for each item in order, with at most `atOnce` running
 * concurrently.
 *
 * @returns the tasks' results, in the order of the items
 * @throws the first task's error, after the running tasks have ended
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<R>
): Promise<R[]> {
  const results: R[] = []
  const line = items.entries()
  const failures: unknown[] = []
  const work = async (): Promise<void> => {
    for (const [index, item] of line) {
      try {
        results[index] = await task(item)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length) {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (failures.length) {
    throw failures[0]
  }
  return results
}
