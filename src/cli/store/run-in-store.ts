import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { extname, join } from "node:path"
import { createInterface } from "node:readline"
import { stripVTControlCharacters } from "node:util"
import type { StoreMessage } from "./store-script"

/**
 * The store could not be loaded, or did not respond. The message contains the
 * reason as far as the store's log shows it.
 */
export class StoreError extends Error {
  override readonly name = "StoreError"
}

export type RunInStoreInput = {
  /** The name of a workflow of the store's plugin, and its input. */
  workflow: string
  input: object
  /** Folder of the store's `medusa-config`. */
  folder: string
  env: Record<string, string | undefined>
  /** Aborted when the user ends the command. */
  ended: AbortSignal
  /** Receives the store's log, line by line. */
  log?: (line: string) => void
}

/**
 * Path of the module that `medusa exec` runs. In the sources it is TypeScript,
 * like this file.
 */
const SCRIPT = join(__dirname, `store-script${extname(__filename)}`)

const TIMEOUT_MS = 120_000
const LAST_LINES = 15

/**
 * A line of Medusa's telemetry notice, which it prints even where telemetry is
 * disabled.
 */
const TELEMETRY_BOX = /^[╔║╚]/

/**
 * Loads the store in a folder with its own `medusa exec`, in a separate process
 * with separate output, and runs a workflow in it.
 *
 * @returns the workflow's result, as parsed from JSON
 * @throws StoreError
 */
export async function runInStore(input: RunInStoreInput): Promise<unknown> {
  const store = fork(
    medusaCommand(input.folder),
    ["exec", SCRIPT, input.workflow, JSON.stringify(input.input)],
    {
      cwd: input.folder,
      env: {
        // Type errors in a store's config are its developer's concern.
        TS_NODE_TRANSPILE_ONLY: "true",
        ...input.env,
        MEDUSA_DISABLE_TELEMETRY: "true",
      },
      execArgv: [],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    }
  )
  const stop = () => store.kill("SIGKILL")
  const timer = setTimeout(stop, TIMEOUT_MS)
  input.ended.addEventListener("abort", stop, { once: true })
  try {
    return await resultOf(store, input)
  } finally {
    clearTimeout(timer)
    input.ended.removeEventListener("abort", stop)
    stop()
  }
}

async function resultOf(
  store: ChildProcess,
  { folder, log }: RunInStoreInput
): Promise<unknown> {
  const lines = follow(store, log)
  let received: StoreMessage | undefined
  store.on("message", (message: StoreMessage) => {
    received = message
    if ("silentDatabase" in message) {
      store.kill("SIGKILL")
    }
  })
  await once(store, "close")
  if (received && "silentDatabase" in received) {
    throw new StoreError(
      `The database of the store in ${folder} does not answer within ${received.silentDatabase} s. Start it, or set DATABASE_URL to its address. Run this with the store's environment.`
    )
  }
  if (!received) {
    const output = lines.slice(-LAST_LINES).join("\n")
    throw new StoreError(
      [
        `The store in ${folder} could not be loaded.`,
        ...(output ? ["Its last log lines:", output] : []),
        "Run this in the folder of medusa-config, with the store's environment, such as DATABASE_URL.",
      ].join("\n")
    )
  }
  if ("failure" in received) {
    throw new StoreError(received.failure)
  }
  return received.result
}

/** Collects a store's log as plain text, without Medusa's telemetry notice. */
function follow(store: ChildProcess, log?: (line: string) => void): string[] {
  const lines: string[] = []
  for (const output of [store.stdout, store.stderr]) {
    if (output) {
      createInterface({ input: output }).on("line", (line) => {
        log?.(line)
        const plain = stripVTControlCharacters(line)
        if (!TELEMETRY_BOX.test(plain)) {
          lines.push(plain)
        }
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
