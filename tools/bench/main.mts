/**
 * `npm run bench`: compares the plugin's cost with a store without it, in one
 * run on a real PostgreSQL, store and sandbox. Exit code 1 when a count misses
 * its goal, or a measure fails. A missed time is only shown.
 */
import type { Cleanup } from "../harness/command/cleanup.ts"
import { runCommand, say, UsageError } from "../harness/command/command.ts"
import { freePort } from "../harness/free-port.ts"
import { startPostgres } from "../harness/postgres/postgres.mts"
import { ensureBuilt } from "../harness/built-store/ensure-built.ts"
import { type BenchFlags, readFlags, USAGE } from "./flags.mts"
import { isMet, type Measure } from "./measure.ts"
import type { BenchContext } from "./context.ts"
import { type MeasuredRow, runMeasures } from "./run-measures.ts"
import { SharedStore } from "./shared-store.ts"
import { startBuiltStore } from "../harness/built-store/built-store.ts"
import { table } from "./table.ts"

await runCommand({ usage: USAGE, readFlags, run: main })

/** @returns the exit code */
async function main(flags: BenchFlags, cleanup: Cleanup): Promise<number> {
  // Imported late, so that a usage error is reported at once.
  const { MEASURES } = await import("./measures/index.ts")
  const measures = chosen(MEASURES, flags)
  await ensureBuilt(say)
  const postgres = await startPostgres({ durable: true })
  cleanup.add("PostgreSQL", postgres.stop)
  const { serverUrl } = postgres
  const store = sharedStore(serverUrl, cleanup)
  const { rows, failed } = await runMeasures(measures, {
    context: contextOf(flags, { serverUrl, store, cleanup }),
    discardStore: async () => await store.discard(),
  })
  print(rows, flags)
  if (failed.length) {
    say(`Failed: ${failed.join(", ")}. See the errors above.`)
  }
  const isMissed = rows.some((row) => row.goal?.kind === "count" && !isMet(row))
  return isMissed || failed.length ? 1 : 0
}

/**
 * @throws UsageError for a name that does not exist, or that a quick run omits
 */
function chosen(
  all: readonly Measure[],
  { only, quick }: BenchFlags
): readonly Measure[] {
  const known = all.filter(({ isLong }) => !(quick && isLong))
  const unknown = only.filter(
    (name) => !known.some((each) => each.name === name)
  )
  if (unknown.length) {
    const names = known.map(({ name }) => name).join(", ")
    const run = quick ? " in a quick run" : ""
    throw new UsageError(
      `Unknown measure: ${unknown.join(", ")}${run}. Choose from ${names}.`
    )
  }
  return known.filter(({ name }) => !only.length || only.includes(name))
}

function print(rows: readonly MeasuredRow[], { json }: BenchFlags): void {
  if (json) {
    console.error(table(rows))
    console.log(
      JSON.stringify(
        rows.map((row) => ({ ...row, held: isMet(row) })),
        null,
        2
      )
    )
  } else {
    console.log(table(rows))
  }
}

function sharedStore(serverUrl: string, cleanup: Cleanup): SharedStore {
  return new SharedStore(async () => {
    say("Starting the store.")
    const started = await startBuiltStore({ serverUrl, port: await freePort() })
    cleanup.add("The store", started.close)
    return started
  })
}

function contextOf(
  { quick }: BenchFlags,
  {
    serverUrl,
    store,
    cleanup,
  }: { serverUrl: string; store: SharedStore; cleanup: Cleanup }
): BenchContext {
  return {
    quick,
    serverUrl,
    say,
    freePort,
    atEnd: (what, undo) => cleanup.add(what, undo),
    store: async () => await store.get(),
  }
}
