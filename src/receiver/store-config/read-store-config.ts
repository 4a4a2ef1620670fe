import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { extname, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import {
  type ConfigAnswer,
  type StoreConfig,
  StoreConfigError,
} from "./store-config"

const EXTENSION = extname(__filename)
const CHILD = join(__dirname, "child", `index${EXTENSION}`)
const TIMEOUT_MS = 20_000
/** Far longer than the rest of the output takes after the end of its process. */
const READ_WITHIN_MS = 1_000

type ReadOptions = {
  timeoutMs?: number
  /** Kills the process that reads. */
  ended?: AbortSignal
  /** Receives what the config prints, line by line. Default: standard error. */
  print?: (line: string) => void
}

/**
 * Reads the configuration of the store in a folder, without starting Medusa. A
 * short-lived process evaluates `medusa-config`, so that its memory is returned
 * and its output stays off this process's standard output. Secrets travel over
 * the channel between the two, never on a command line.
 *
 * @param storeFolder where Medusa runs: the store's folder, or its `.medusa/server`
 * @param env environment of the evaluation, before the config reads `.env`
 * @throws StoreConfigError, or an AbortError when `ended` is aborted
 */
export async function readStoreConfig(
  storeFolder: string,
  env: NodeJS.ProcessEnv,
  { timeoutMs = TIMEOUT_MS, ended, print = printError }: ReadOptions = {}
): Promise<StoreConfig> {
  const folder = resolve(storeFolder)
  const child = fork(CHILD, [folder], {
    env,
    // In the sources, this process's loader of TypeScript is needed there too.
    execArgv: EXTENSION === ".ts" ? process.execArgv : [],
    serialization: "advanced",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  printOutput(child, print)
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const signal = ended ? AbortSignal.any([timeout, ended]) : timeout
    const answer = await answerOf(child, folder, signal)
    if ("failure" in answer) {
      throw new StoreConfigError(answer.failure)
    }
    return answer.config
  } catch (error) {
    throw timeout.aborted && !(error instanceof StoreConfigError)
      ? new StoreConfigError(
          `medusa-config in ${folder} could not be read: it did not finish within ${timeoutMs / 1000} s. Remove what it waits for.`
        )
      : error
  } finally {
    child.kill("SIGKILL")
  }
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`)
}

function printOutput(child: ChildProcess, print: (line: string) => void): void {
  const outputs = [child.stdout, child.stderr].flatMap((output) => output ?? [])
  for (const output of outputs) {
    createInterface(output).on("line", print)
  }
  // A process that the config has started may keep them open.
  const close = (): void => outputs.forEach((output) => output.destroy())
  child.once("exit", () => setTimeout(close, READ_WITHIN_MS).unref())
}

async function answerOf(
  child: ChildProcess,
  folder: string,
  signal: AbortSignal
): Promise<ConfigAnswer> {
  // "close" follows the last message, unlike "exit".
  const [answer] = (await Promise.race([
    once(child, "message", { signal }),
    once(child, "close", { signal }).then(([code, killedBy]) => {
      throw new StoreConfigError(
        `medusa-config in ${folder} could not be read: its process ended with ${killedBy ?? `exit code ${code}`}. Its output says why.`
      )
    }),
  ])) as [ConfigAnswer]
  return answer
}
