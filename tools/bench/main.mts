/**
 * `npm run bench`: compares the plugin's cost with a store without it, in one
 * run on a real PostgreSQL, store and sandbox. Exit code 1 when a count misses
 * its goal. A missed time is only shown.
 */
import type { Cleanup } from "../harness/command/cleanup.ts"
import { runCommand, say, UsageError } from "../harness/command/command.ts"
import { freePort } from "../harness/free-port.ts"
import { startPostgres } from "../harness/postgres/postgres.mts"
import { ensureBuilt } from "../harness/built-store/ensure-built.ts"
import { type BenchFlags, readFlags, USAGE } from "./flags.mts"
import { isMet, type Measure, type Row } from "./measure.ts"
import type { BenchContext } from "./context.ts"
import {
  type BuiltStore,
  startBuiltStore,
} from "../harness/built-store/built-store.ts"
import { table } from "./table.ts"

/** A row with the name of its measure. */
type MeasuredRow = Row & { measure: string }

await runCommand({ usage: USAGE, readFlags, run: main })

/** @returns the exit code */
async function main(flags: BenchFlags, cleanup: Cleanup): Promise<number> {
  // Imported late, so that a usage error is reported at once.
  const { MEASURES } = await import("./measures/index.ts")
  const measures = chosen(MEASURES, flags)
  await ensureBuilt(say)
  const postgres = await startPostgres({ durable: true })
  cleanup.add("PostgreSQL", postgres.stop)
  let store: Promise<BuiltStore> | undefined
  const context: BenchContext = {
    quick: flags.quick,
    serverUrl: postgres.serverUrl,
    say,
    freePort,
    atEnd: (what, undo) => cleanup.add(what, undo),
    store: async () =>
      await (store ??= startStore(postgres.serverUrl, cleanup)),
  }
  const rows: MeasuredRow[] = []
  // One after the other: concurrent ones would measure each other.
  for (const { name, run } of measures) {
    const began = performance.now()
    const found = await run(context)
    rows.push(...found.map((row) => ({ measure: name, ...row })))
    say(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  print(rows, flags)
  const isMissed = rows.some((row) => row.goal?.kind === "count" && !isMet(row))
  return isMissed ? 1 : 0
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

async function startStore(
  serverUrl: string,
  cleanup: Cleanup
): Promise<BuiltStore> {
  say("Starting the store.")
  const store = await startBuiltStore({ serverUrl, port: await freePort() })
  cleanup.add("The store", store.close)
  return store
}
