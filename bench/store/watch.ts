import { memoryInUse } from "./memory"

/** What something cost the process in which it ran. */
export type Watched = {
  ms: number
  /** All that the process sent to its database meanwhile. */
  statements: string[]
  /** Bytes by which its memory (RSS) was above what it was before, at the most. */
  growth: number
}

const SAMPLED_EVERY_MS = 25
const DRIVER = /[\\/]pg[\\/]lib[\\/]client\.js$/

type Driver = { prototype: { query: (...args: unknown[]) => unknown } }

/** Runs something, and tells what it cost. */
export async function watch(run: () => Promise<void>): Promise<Watched> {
  const statements: string[] = []
  const unhook = noteStatements(statements)
  const before = memoryInUse().rss
  let peak = before
  const sample = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(sample, SAMPLED_EVERY_MS)
  const began = performance.now()
  try {
    await run()
    const ms = performance.now() - began
    sample()
    return { ms, statements, growth: peak - before }
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
