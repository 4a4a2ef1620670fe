/**
 * The part of the demo that needs a cleanup. Started by main.mts, which passes
 * on signals. The demo also ends when main.mts dies.
 */
import { constants } from "node:os"
import { buyOnBothRails } from "./buy.mts"
import { Cleanup } from "../harness/command/cleanup.ts"
import { readFlags } from "./flags.mts"
import type { StopMessage } from "./main.mts"
import { startDemo } from "./start-demo.mts"
import type { StoreProcess } from "../harness/store/store-process.ts"
import { StepError, Steps } from "../harness/command/steps.ts"
import { summary, welcome } from "./welcome.mts"

/** The user has stopped the demo. */
class Stopped extends Error {
  constructor(readonly signal: StopMessage["stop"]) {
    super(signal)
  }
}

const flags = readFlags(process.argv.slice(2))
const ending = new AbortController()
const ended = ending.signal
const stop = (signal: StopMessage["stop"]): void => {
  ending.abort(new Stopped(signal))
}
process.on("message", (message: StopMessage) => stop(message.stop))
process.on("disconnect", () => stop("SIGHUP"))
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => stop(signal))
}
for (const output of [process.stdout, process.stderr]) {
  // The cleanup must run even if the terminal was closed.
  output.on("error", () => {})
}

const say = (text: string): void => {
  const output = flags.json ? process.stderr : process.stdout
  output.write(text)
}
const steps = new Steps(ended, say)
const cleanup = new Cleanup()
const running: { server?: StoreProcess } = {}

process.exitCode = await run().catch(explain)
const problems = await cleanup.run()
problems.forEach((problem) => console.error(problem))
process.exit(problems.length > 0 ? 1 : process.exitCode)

/** @returns the exit code */
async function run(): Promise<number> {
  say("Stablecoin payments in a Medusa store: the demo\n\n")
  const demo = await startDemo({
    steps,
    cleanup,
    ended,
    withBrowser: !flags.once,
    verbose: flags.verbose,
    onServer: (server) => {
      running.server = server
    },
  })
  if (flags.once) {
    await buyOnBothRails(demo, ended, (line) => say(`${line}\n`))
    say(`\nBoth purchases succeeded, in ${steps.total}.\n`)
    return 0
  }
  say(welcome(demo))
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(summary(demo))}\n`)
  }
  await Promise.race([aborted(), demo.server.ended()])
  if (!ended.aborted) {
    throw new StepError("Store", "it exited unexpectedly")
  }
  say("\nStopping the demo and deleting its data.\n")
  return 0
}

async function aborted(): Promise<void> {
  await new Promise<void>((resolve) => {
    if (ended.aborted) {
      resolve()
    }
    ended.addEventListener("abort", () => resolve(), { once: true })
  })
}

/**
 * Prints the error.
 *
 * @returns the exit code
 */
async function explain(error: unknown): Promise<number> {
  if (error instanceof Stopped) {
    return 128 + constants.signals[error.signal]
  }
  console.error(
    error instanceof StepError ? `\nFailed. ${error.message}` : error
  )
  const lines = await running.server?.lastLines()
  if (lines && !flags.verbose) {
    console.error(`\nThe end of the store's log:\n\n${lines}`)
  }
  return 1
}
