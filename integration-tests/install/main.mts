/**
 * Installs the package into a fresh store in a temporary folder, with the
 * README's own commands, and buys there on both rails:
 *
 *   npm run test:install               builds the package first
 *   npm run test:install -- --built    uses the existing build
 */
import { Cleanup } from "../../harness/command/cleanup.ts"
import { StepError } from "../../harness/command/steps.ts"
import { installAndBuy } from "./install-and-buy.mts"
import { Timetable } from "./timetable.mts"

const ending = new AbortController()
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => ending.abort(new Error(signal)))
}
const steps = new Timetable(ending.signal, (line) => console.log(line))
const cleanup = new Cleanup()
let code = 0
try {
  await installAndBuy({
    steps,
    cleanup,
    build: !process.argv.includes("--built"),
  })
  console.log(`\nIt installs and sells in ${steps.total}.`)
} catch (error) {
  if (ending.signal.aborted) {
    console.error("\nStopped.")
  } else {
    console.error(
      error instanceof StepError ? `\nFailed. ${error.message}` : error
    )
  }
  code = 1
}
const problems = await cleanup.run(120_000)
problems.forEach((problem) => console.error(problem))
process.exit(problems.length > 0 ? 1 : code)
