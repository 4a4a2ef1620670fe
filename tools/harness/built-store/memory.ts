import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Memory of this process in bytes, after garbage collection. */
export function memoryInUse(): { rss: number; heap: number } {
  setFlagsFromString("--expose-gc")
  const collectGarbage = runInNewContext("gc") as () => void
  // One collection may make more memory collectable in the next.
  for (let round = 0; round < 3; round++) {
    collectGarbage()
  }
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed }
}
