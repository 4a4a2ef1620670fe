/**
 * Installs the package into a fresh store in a temporary folder, with the
 * README's own commands, and buys there on both rails.
 */
import type { Cleanup } from "../../harness/command/cleanup.ts"
import { parseFlags, runCommand } from "../../harness/command/command.ts"
import { installAndBuy } from "./install-and-buy.mts"
import { Timetable } from "./timetable.mts"

type Flags = { built: boolean; help: boolean }

const USAGE = `Usage: npm run test:install -- [--built]

  (nothing)  builds the package first
  --built    uses the existing build
  --help     shows this`

const flag = { type: "boolean", default: false } as const

await runCommand({
  usage: USAGE,
  readFlags: (args) =>
    parseFlags(args, { built: flag, help: { ...flag, short: "h" } }),
  run: main,
  isGraceful: true,
  cleanupTimeoutMs: 120_000,
})

/** @returns the exit code */
async function main(
  { built }: Flags,
  cleanup: Cleanup,
  stopped: AbortSignal
): Promise<number> {
  const steps = new Timetable(stopped, (line) => console.log(line))
  await installAndBuy({ steps, cleanup, build: !built })
  console.log(`\nIt installs and sells in ${steps.total}.`)
  return 0
}
