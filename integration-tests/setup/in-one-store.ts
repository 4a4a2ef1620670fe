import { basename } from "node:path"
import groups from "../http/together/groups.json"
import { shareStore } from "./store"

/** As long as the most patient of the files allows. */
const LONGEST_MS = 300_000

/**
 * Runs a group's spec files of integration-tests/http one after the other at one
 * store. Each finds the database as the boot left it.
 *
 * @param file the group's own, which is called as the group is
 */
export function inOneStore(file: string): void {
  const group = basename(file, ".spec.ts") as keyof typeof groups
  shareStore()
  for (const name of groups[group]) {
    describe(name, () => {
      jest.requireActual(`../http/${name}.spec`)
    })
  }
  // Each file sets its own, and the last one's would count for all.
  jest.setTimeout(LONGEST_MS)
}
