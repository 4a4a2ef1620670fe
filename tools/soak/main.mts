/**
 * `npm run soak`: a store under purchases, storefronts that poll,
 * webhooks of other shops or with forged signatures, and reconciliations. Exit
 * code 1 when something grows and does not level off, a request fails, or a
 * paid payment has no order.
 */
import { setTimeout as wait } from "node:timers/promises"
import { ensureBuilt } from "../harness/built-store/ensure-built.ts"
import {
  type BuiltStore,
  startBuiltStore,
} from "../harness/built-store/built-store.ts"
import { compareRecords, violations } from "../harness/records/compare.ts"
import { readRecords } from "../harness/records/read-records.ts"
import { Shopper } from "../harness/shop/shopper.ts"
import type { Cleanup } from "../harness/command/cleanup.ts"
import { runCommand, say } from "../harness/command/command.ts"
import { freePort } from "../harness/free-port.ts"
import { startPostgres } from "../harness/postgres/postgres.mts"
import { readFlags, type SoakFlags, USAGE } from "./flags.mts"
import { judge } from "./judge.ts"
import { buyers, passes, Soak, strangers, visitors } from "./load.ts"
import { report } from "./report.ts"
import { type Sample, takeSample } from "./sample.ts"

const MINUTE_MS = 60_000
/** Enough for many samples in each third of the run. */
const SAMPLES = 40
const BUYERS = 2
const VISITORS = 10

await runCommand({ usage: USAGE, readFlags, run: main })

/** @returns the exit code */
async function main(flags: SoakFlags, cleanup: Cleanup): Promise<number> {
  await ensureBuilt(say)
  const postgres = await startPostgres({ durable: true })
  cleanup.add("PostgreSQL", postgres.stop)
  say("Starting the store.")
  const store = await startBuiltStore({
    serverUrl: postgres.serverUrl,
    port: await freePort(),
  })
  cleanup.add("The store", store.close)
  return await soak(store, flags)
}

async function soak(store: BuiltStore, flags: SoakFlags): Promise<number> {
  const run = new Soak()
  // Two concurrent first carts would both create Medusa's guest customer.
  await new Shopper(store.url, store.seeded).fillCart()
  const loads = [
    ...Array.from({ length: BUYERS }, () => buyers(store, run)),
    ...Array.from({ length: VISITORS }, () => visitors(store, run)),
    strangers(store, run),
    passes(store, run),
  ]
  const samples: Sample[] = []
  const every = (flags.minutes * MINUTE_MS) / SAMPLES
  while (samples.length < SAMPLES) {
    await wait(every)
    samples.push(await takeSample(store))
    say(`${samples.length} of ${SAMPLES}: ${JSON.stringify(run.counts)}`)
  }
  run.end()
  await Promise.all(loads)
  await store.sandbox.settled()
  await store.call("job")
  await store.call("idle")
  const lines = judge(samples)
  const bad = violations(
    compareRecords(await readRecords(store.sandbox, store.db))
  )
  const left = await takeSample(store)
  const table = report(lines, run, left, bad)
  console.error(table)
  if (flags.json) {
    console.log(JSON.stringify({ counts: run.counts, samples, lines }, null, 2))
  }
  const isBad =
    bad.length > 0 ||
    run.problems.length > 0 ||
    lines.some(({ growth }) => !growth.levelsOff)
  return isBad ? 1 : 0
}
