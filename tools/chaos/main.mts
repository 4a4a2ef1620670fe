/**
 * `npm run chaos`: makes purchases while faults occur, then compares the
 * records of gateway, ledger and Medusa.
 */
import { runCommand } from "../harness/command/command.ts"
import { buyUnderFaults } from "./buy-under-faults.ts"
import { readFlags, USAGE } from "./flags.ts"
import { startChaos } from "./start.mts"

await runCommand({
  usage: USAGE,
  readFlags,
  run: async (flags, cleanup) =>
    await buyUnderFaults(await startChaos(flags, cleanup), flags),
})
