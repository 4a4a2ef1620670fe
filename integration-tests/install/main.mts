/**
 * Installs the package into a fresh store in a temporary folder, with the
 * README's own commands, and buys there on both rails.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Cleanup } from "../../tools/harness/command/cleanup.ts"
import { parseFlags, runCommand } from "../../tools/harness/command/command.ts"
import { ROOT } from "../../tools/scripts/pack.mts"
import { installAndBuy } from "./install-and-buy.mts"
import { PACKAGE_MANAGERS } from "./package-manager.mts"
import { Timetable } from "./timetable.mts"

type Flags = { built: boolean; medusa: string; pnpm: boolean; help: boolean }

/** The version that this repository is developed with. */
const { devDependencies } = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8")
) as { devDependencies: { "@medusajs/medusa": string } }
const MEDUSA = devDependencies["@medusajs/medusa"]

const USAGE = `Usage: npm run test:install -- [--built] [--medusa <version>] [--pnpm]

  (nothing)           builds the package first
  --built             uses the existing build
  --medusa <version>  in a store of this version, not of ${MEDUSA}
  --pnpm              in a workspace of pnpm, not in projects of npm
  --help              shows this`

const flag = { type: "boolean", default: false } as const

await runCommand({
  usage: USAGE,
  readFlags: (args) =>
    parseFlags(args, {
      built: flag,
      medusa: { type: "string", default: MEDUSA },
      pnpm: flag,
      help: { ...flag, short: "h" },
    }),
  run: main,
  isGraceful: true,
  cleanupTimeoutMs: 120_000,
})

/** @returns the exit code */
async function main(
  { built, medusa, pnpm }: Flags,
  cleanup: Cleanup,
  stopped: AbortSignal
): Promise<number> {
  const steps = new Timetable(stopped, (line) => console.log(line))
  await installAndBuy({
    steps,
    cleanup,
    build: !built,
    medusa,
    manager: PACKAGE_MANAGERS[pnpm ? "pnpm" : "npm"],
  })
  console.log(`\nIt installs and sells in ${steps.total}.`)
  return 0
}
