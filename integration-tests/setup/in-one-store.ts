import { shareStore } from "./store"

/** As long as the most patient of the files allows. */
const LONGEST_MS = 180_000

/**
 * Runs spec files of integration-tests/http one after the other at one store.
 * Each finds the database as the boot left it.
 *
 * @param names without `.spec.ts`
 */
export function inOneStore(names: readonly string[]): void {
  shareStore()
  for (const name of names) {
    describe(name, () => {
      jest.requireActual(`../http/${name}.spec`)
    })
  }
  // Each file sets its own, and the last one's would count for all.
  jest.setTimeout(LONGEST_MS)
}
