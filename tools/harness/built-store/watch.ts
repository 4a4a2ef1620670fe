import { memoryInUse } from "./memory"

/** The cost of an operation in its process. */
export type Watched = {
  ms: number
  /** Every statement sent to the database meanwhile. */
  statements: string[]
  /**
   * Peak growth of memory in bytes: of RSS or of the used heap, whichever is
   * more. A heap that has grown once stays in RSS, so RSS alone would miss its
   * next growth.
   */
  growth: number
}

const SAMPLED_EVERY_MS = 25
const DRIVER = /[\\/]pg[\\/]lib[\\/]client\.js$/

type Driver = { prototype: { query: (...args: unknown[]) => unknown } }

/** Runs an operation and measures its cost. */
export async function watch(run: () => Promise<void>): Promise<Watched> {
  const statements: string[] = []
  const unhook = recordStatements(statements)
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

/**
 * Records statements in every loaded copy of PostgreSQL's driver.
 *
 * @returns a function that stops recording
 */
function recordStatements(statements: string[]): () => void {
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
