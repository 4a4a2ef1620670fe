import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { extname, join } from "node:path"
import { createInterface } from "node:readline"
import type { AdminHealthResponse } from "../../http-types"

type Health = AdminHealthResponse["health"]

/** The store could not be loaded, or did not answer: the message says why, as far as its log tells. */
export class StoreError extends Error {
  override readonly name = "StoreError"
}

export type AskStoreInput = {
  /** Where the store's `medusa-config` is. */
  folder: string
  env: Record<string, string | undefined>
  /** Aborted when the person has had enough. */
  ended: AbortSignal
  /** Gets the store's log, line by line. */
  log?: (line: string) => void
}

/** Of the module that `medusa exec` runs; in the sources it is TypeScript as this one is. */
const SCRIPT = join(__dirname, `store-script${extname(__filename)}`)

const PATIENCE_MS = 120_000
const LAST_LINES = 15

/**
 * Loads the store in a folder with its own `medusa exec`, in a process of its
 * own whose output is kept apart, and has it check itself.
 *
 * @throws StoreError
 */
export async function askStore(input: AskStoreInput): Promise<Health> {
  const store = fork(
    medusaCommand(input.folder),
    ["exec", SCRIPT, input.env.MEDUSA_WORKER_MODE ?? ""],
    {
      cwd: input.folder,
      // The types of a store's config are its developer's business.
      env: { TS_NODE_TRANSPILE_ONLY: "true", ...definedOf(input.env) },
      execArgv: [],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    }
  )
  const stop = () => store.kill("SIGKILL")
  const timer = setTimeout(stop, PATIENCE_MS)
  input.ended.addEventListener("abort", stop, { once: true })
  try {
    return await healthOf(store, input)
  } finally {
    clearTimeout(timer)
    input.ended.removeEventListener("abort", stop)
    stop()
  }
}

async function healthOf(
  store: ChildProcess,
  { folder, log }: AskStoreInput
): Promise<Health> {
  const lines = follow(store, log)
  let health: Health | undefined
  store.on("message", (message: Health) => {
    health = message
  })
  await once(store, "close")
  if (!health) {
    const said = lines.slice(-LAST_LINES).join("\n")
    throw new StoreError(
      [
        `The store in ${folder} could not be loaded.`,
        ...(said ? ["Its last words:", said] : []),
        "Run this where medusa-config is, with the environment that the store has.",
      ].join("\n")
    )
  }
  return health
}

/** Collects what a store logs. */
function follow(store: ChildProcess, log?: (line: string) => void): string[] {
  const lines: string[] = []
  for (const output of [store.stdout, store.stderr]) {
    if (output) {
      createInterface({ input: output }).on("line", (line) => {
        lines.push(line)
        log?.(line)
      })
    }
  }
  return lines
}

/** @throws StoreError where no Medusa is installed */
function medusaCommand(folder: string): string {
  try {
    return createRequire(join(folder, "package.json")).resolve(
      "@medusajs/cli/cli.js"
    )
  } catch {
    throw new StoreError(
      `There is no Medusa store in ${folder}: @medusajs/cli is not installed there. Run this in the store's folder, after npm install.`
    )
  }
}

function definedOf(
  env: Record<string, string | undefined>
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined
    )
  )
}
