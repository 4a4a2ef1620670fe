import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** What this process needs of memory, in bytes, once it has thrown away what it can. */
export function memoryInUse(): { rss: number; heap: number } {
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc") as () => void
  // What is found to be free in one round may free more in the next.
  for (let round = 0; round < 3; round++) {
    collectGarbage()
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed }
}
