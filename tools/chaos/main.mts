/**
 * `npm run chaos`: makes purchases while faults occur, then compares the
 * records of gateway, ledger and Medusa. With `--scenario`, measures a steady
 * load before, during and after one fault.
 */
import type { Cleanup } from "../harness/command/cleanup.ts"
import { runCommand } from "../harness/command/command.ts"
import { buyUnderFaults } from "./buy-under-faults.ts"
import { type Flags, readFlags, USAGE } from "./flags.ts"
import { measureScenario } from "./scenarios/measure.ts"
import { startChaos } from "./start.mts"

await runCommand({ usage: USAGE, readFlags, run: chaos })

/** @returns the exit code: 1 when a law is broken, or a rate stays low */
async function chaos(flags: Flags, cleanup: Cleanup): Promise<number> {
  const context = await startChaos(flags, cleanup)
  const { scenario } = flags
  return scenario
    ? await measureScenario(context, { ...flags, scenario })
    : await buyUnderFaults(context, flags)
}
