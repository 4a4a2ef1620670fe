/**
 * Runs a command with a browser, in CHROMIUM_PATH:
 *
 *   tsx integration-tests/setup/browser/with-chromium.mts COMMAND [ARG ...]
 *
 * Without a browser it skips the command, which is a failure only in CI.
 */
import { runProgram } from "../../../harness/command/run-program.ts"
import { findChromium } from "./chromium.ts"

const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error("Usage: with-chromium.mts COMMAND [ARG ...]")
  process.exit(2)
}
const chromium = findChromium()
if (!chromium) {
  const ci = process.env.CI === "true"
  const left = ci ? "can't run" : "are left out"
  console.error(
    `The tests in a browser ${left}: there is no Chromium in PATH, and CHROMIUM_PATH names none.`
  )
  process.exit(ci ? 1 : 0)
}
process.exit(await runProgram(command, args, { CHROMIUM_PATH: chromium }).ended)
