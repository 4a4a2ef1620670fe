import type { Io } from "../../shared/command-line/io"
import { environmentOf } from "./environment"
import { runInStore, StoreError } from "./run-in-store"

/** Options of every command that loads the store, as `parseArgs` takes them. */
export const STORE_OPTIONS = {
  json: { type: "boolean" },
  verbose: { type: "boolean" },
  env: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

/** Their lines of the help. @param json what `--json` prints */
export function storeOptionsHelp(json: string): string {
  return `    --json         print ${json} as one line of JSON
    --verbose      show the store's log while it is loaded
    --env <file>   load the store with this file's variables, over the shell's`
}

type StoreCommand<Result> = {
  workflow: string
  /** @param env of the store */
  input(env: Io["env"]): object
  options: { verbose?: boolean; env?: string }
  /** Prints the workflow's result. @returns the exit code */
  finish(result: Result): 0 | 1
}

/**
 * Loads the store in the current folder and runs a workflow in it.
 *
 * @returns the exit code: 2 where the store could not be loaded
 * @throws UsageError
 */
export async function runStoreCommand<Result>(
  io: Io,
  { workflow, input, options, finish }: StoreCommand<Result>
): Promise<0 | 1 | 2> {
  const env = environmentOf(io.env, options.env)
  const folder = process.cwd()
  io.err(`Loading the store in ${folder} …`)
  try {
    const result = await runInStore({
      workflow,
      input: input(env),
      folder,
      env,
      ended: io.ended,
      log: options.verbose ? io.err : undefined,
    })
    return finish(result as Result)
  } catch (error) {
    if (error instanceof StoreError) {
      io.err(error.message)
      return 2
    }
    throw error
  }
}
