import { withTimeout } from "../shared/with-timeout"

/**
 * Runs a task for each item: the items of one group in turn, the groups
 * concurrently.
 *
 * @param forMs milliseconds. Tasks that did not start by then start at once
 * @returns the tasks' results, in the order of the items
 * @throws the first task's error
 */
export async function inTurn<T, R>(
  items: readonly T[],
  groupOf: (item: T) => string,
  forMs: number,
  task: (item: T) => Promise<R>
): Promise<R[]> {
  const last = new Map<string, Promise<unknown>>()
  return await Promise.all(
    items.map((item) => {
      const group = groupOf(item)
      const previous = last.get(group)
      const result = previous
        ? withTimeout(previous, forMs, () => undefined).then(() => task(item))
        : task(item)
      last.set(group, result)
      return result
    })
  )
}
