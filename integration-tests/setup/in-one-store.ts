import { basename } from "node:path"
import groups from "../http/together/groups.json"
import { shareStore } from "./store"

/** The longest timeout that any of the files sets. */
const LONGEST_MS = 300_000

/**
 * Runs a group's spec files of integration-tests/http one after the other in
 * one store. Each starts with the database as it was after the boot.
 *
 * @param file the group's own file, whose name is the group's
 */
export function inOneStore(file: string): void {
  const group = basename(file, ".spec.ts") as keyof typeof groups
  shareStore()
  for (const name of groups[group]) {
    describe(name, () => {
      jest.requireActual(`../http/${name}.spec`)
    })
  }
  // Each file sets its own timeout, and the last one would apply to all.
  jest.setTimeout(LONGEST_MS)
}
