/**
 * The part of the demo that needs a cleanup. Started by main.mts, which passes
 * on signals. The demo also ends when main.mts dies.
 */
import { once } from "node:events"
import type { Cleanup } from "../harness/command/cleanup.ts"
import { runCommand } from "../harness/command/command.ts"
import { StepError, Steps } from "../harness/command/steps.ts"
import { buyOnBothRails } from "./buy.mts"
import type { DemoStore } from "./demo-store.mts"
import { type Flags, readFlags, USAGE } from "./flags.mts"
import type { DemoMessage } from "./main.mts"
import { startDemo } from "./start-demo.mts"
import { StoreSwitch } from "./store-switch.mts"
import { summary, welcome } from "./welcome.mts"

process.on("message", ({ stop }: DemoMessage) => {
  if (stop) {
    process.emit(stop)
  }
})
process.on("disconnect", () => process.emit("SIGHUP"))
for (const output of [process.stdout, process.stderr]) {
  // The cleanup must run even if the terminal was closed.
  output.on("error", () => {})
}

await runCommand({ usage: USAGE, readFlags, run, isGraceful: true })

/** @returns the exit code */
async function run(
  flags: Flags,
  cleanup: Cleanup,
  stopped: AbortSignal
): Promise<number> {
  const say = (text: string): void => {
    const output = flags.json ? process.stderr : process.stdout
    output.write(text)
  }
  const running: { store?: DemoStore } = {}
  try {
    return await demonstrate({ flags, cleanup, stopped, say, running })
  } catch (error) {
    const lines = await running.store?.process.lastLines()
    if (lines && !stopped.aborted) {
      console.error(`\nThe end of the store's log:\n\n${lines}`)
    }
    throw error
  }
}

type Demonstration = {
  flags: Flags
  cleanup: Cleanup
  stopped: AbortSignal
  say: (text: string) => void
  running: { store?: DemoStore }
}

async function demonstrate({
  flags,
  cleanup,
  stopped,
  say,
  running,
}: Demonstration): Promise<number> {
  say("Stablecoin payments in a Medusa store: the demo\n\n")
  const steps = new Steps(stopped, say)
  const demo = await startDemo({
    steps,
    cleanup,
    ended: stopped,
    withBrowser: !flags.once,
    verbose: flags.verbose,
    ownStorefront: flags.storefront ?? null,
    withReceiver: flags.receiver,
    onStore: (store) => {
      running.store = store
    },
  })
  if (flags.once) {
    await buyOnBothRails(demo, stopped, (line) => say(`${line}\n`))
    say(`\nAll purchases succeeded, in ${steps.total}.\n`)
    return 0
  }
  say(welcome(demo))
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(summary(demo))}\n`)
  }
  if (demo.receiver) {
    const storeSwitch = new StoreSwitch(demo.store, say)
    process.on("message", ({ enter }: DemoMessage) => {
      if (enter && !stopped.aborted) {
        void storeSwitch.press()
      }
    })
  }
  if (!stopped.aborted) {
    await Promise.race([once(stopped, "abort"), demo.store.failed])
  }
  if (!stopped.aborted) {
    throw new StepError("Store", "it exited unexpectedly")
  }
  say("\nCleaning up…\n")
  return 0
}
