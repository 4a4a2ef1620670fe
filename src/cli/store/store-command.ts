import { readFileSync } from "node:fs"
import { parseArgs, parseEnv, type ParseArgsConfig } from "node:util"
import { UsageError, type Io } from "../../shared/command-line/io"
import type { Command } from "../../shared/command-line/run-command"
import { runInStore, StoreError } from "./run-in-store"

/** Options of every command that loads the store. */
const OPTIONS = {
  json: { type: "boolean" },
  verbose: { type: "boolean" },
  env: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const

/** Their lines of the help. @param json what `--json` prints */
export function storeOptionsHelp(json: string): string {
  return `    --json           print ${json} as one line of JSON
    --verbose        show the store's log while it is loaded
    --env <file>     load the store with this file's variables, over the shell's`
}

type Values = {
  json?: boolean
  verbose?: boolean
  env?: string
  help?: boolean
} & Record<string, unknown>

type Given = {
  /** Words of the command line that are no options. */
  words: string[]
  values: Values
  /** The store's environment. */
  env: Io["env"]
}

type StoreCommand<Result> = {
  help: string
  /** Further options, as `parseArgs` takes them. */
  options?: ParseArgsConfig["options"]
  takesWords?: boolean
  /** The workflow to run. @throws UsageError */
  workflow(given: Given): { name: string; input: object }
  /** The workflow's result as text. */
  text(result: Result): string
  exitCode(result: Result): 0 | 1
}

/**
 * Makes a command that loads the store in the current folder, and runs a
 * workflow in it. Its exit code is 2 where the store could not be loaded.
 */
export function storeCommand<Result>({
  help,
  options,
  takesWords = false,
  workflow,
  text,
  exitCode,
}: StoreCommand<Result>): Command {
  return async (args, io) => {
    const parsed = parseArgs({
      args,
      allowPositionals: takesWords,
      options: { ...options, ...OPTIONS },
    })
    const values = parsed.values as Values
    if (values.help) {
      io.out(help)
      return 0
    }
    const env = environmentOf(io.env, values.env)
    const { name, input } = workflow({ words: parsed.positionals, values, env })
    const folder = process.cwd()
    io.err(`Loading the store in ${folder} …`)
    try {
      const result = (await runInStore({
        workflow: name,
        input,
        folder,
        env,
        ended: io.ended,
        log: values.verbose ? io.err : undefined,
      })) as Result
      io.out(values.json ? JSON.stringify(result) : text(result))
      return exitCode(result)
    } catch (error) {
      if (error instanceof StoreError) {
        io.err(error.message)
        return 2
      }
      throw error
    }
  }
}

/**
 * Returns this process's environment, overridden by a file of `NAME=value`
 * lines, if there is one.
 *
 * @throws UsageError for a file that can't be read
 */
function environmentOf(env: Io["env"], file?: string): Io["env"] {
  if (file === undefined) {
    return env
  }
  try {
    return { ...env, ...parseEnv(readFileSync(file, "utf8")) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`The file of --env, ${file}, can't be read: ${code}.`)
  }
}
