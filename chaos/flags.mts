import { randomInt } from "node:crypto"
import { parseFlags, wholeNumber } from "../harness/command/command.ts"

export type Flags = {
  purchases: number
  kills: number
  seed: number
  /** Absent: two if Redis is available, else one. */
  processes: number | null
  /** Prints the table as one line of JSON to stdout. */
  json: boolean
  help: boolean
}

export const USAGE = `Usage: npm run chaos -- [--purchases N] [--kills N] [--seed N] [--processes 1|2] [--json]

  --purchases N     buyers of all kinds, on both rails (default 200)
  --kills N         times that a process of the store is killed (default 20)
  --seed N          repeats the choices of an earlier run (default: a new one)
  --processes 1|2   processes of the store; 2 need a Redis (default: 2 where there is one)
  --json            prints the table as one line of JSON
  --help            shows this`

const HIGHEST_SEED = 1_000_000

/** @throws UsageError for unknown flags or invalid numbers */
export function readFlags(args: string[]): Flags {
  const { purchases, kills, seed, processes, json, help } = parseFlags(args, {
    purchases: { type: "string", default: "200" },
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: String(randomInt(1, HIGHEST_SEED)) },
    processes: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false, short: "h" },
  })
  return {
    purchases: wholeNumber("purchases", purchases),
    kills: wholeNumber("kills", kills),
    seed: wholeNumber("seed", seed),
    processes: processes
      ? wholeNumber("processes", processes, { least: 1, most: 2 })
      : null,
    json,
    help,
  }
}
