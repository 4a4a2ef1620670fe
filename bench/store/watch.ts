import { memoryInUse } from "./memory"

/** What something cost the process in which it ran. */
export type Watched = {
  ms: number
  /** All that the process sent to its database meanwhile. */
  statements: string[]
  /**
   * Bytes by which its memory was above what it was before, at the most: as the
   * system counts it, or as the heap is filled, whichever is more. What a heap
   * has once grown to, the system counts for good.
   */
  growth: number
}

const SAMPLED_EVERY_MS = 25
const DRIVER = /[\\/]pg[\\/]lib[\\/]client\.js$/

type Driver = { prototype: { query: (...args: unknown[]) => unknown } }

/** Runs something, and tells what it cost. */
export async function watch(run: () => Promise<void>): Promise<Watched> {
  const statements: string[] = []
  const unhook = noteStatements(statements)
  const before = memoryInUse()
  let growth = 0
  const sample = (): void => {
    const { rss, heapUsed } = process.memoryUsage()
    growth = Math.max(growth, rss - before.rss, heapUsed - before.heap)
  }
  const timer = setInterval(sample, SAMPLED_EVERY_MS)
  const began = performance.now()
  try {
    await run()
    const ms = performance.now() - began
    sample()
    return { ms, statements, growth }
  } finally {
    clearInterval(timer)
    unhook()
  }
}

/** In every copy of PostgreSQL's driver, so that nobody's statements are missed. @returns what undoes it */
function noteStatements(statements: string[]): () => void {
  const undo = Object.entries(require.cache).flatMap(([path, loaded]) => {
    if (!DRIVER.test(path)) {
      return []
    }
    const { prototype } = loaded?.exports as Driver
    const { query } = prototype
    prototype.query = function (this: unknown, ...args: unknown[]): unknown {
      statements.push(textOf(args[0]))
      return query.apply(this, args)
    }
    return () => {
      prototype.query = query
    }
  })
  if (!undo.length) {
    throw new Error("PostgreSQL's driver was not found in this process.")
  }
  return () => undo.forEach((each) => each())
}

function textOf(query: unknown): string {
  return typeof query === "string"
    ? query
    : String((query as { text?: string } | undefined)?.text)
}
