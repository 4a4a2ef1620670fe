import { parseFlags, UsageError } from "../harness/command/command.ts"

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
    purchases: { type: "string" },
    kills: { type: "string" },
    seed: { type: "string" },
    processes: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false, short: "h" },
  })
  return {
    purchases: whole("purchases", purchases) ?? 200,
    kills: whole("kills", kills) ?? 20,
    seed: whole("seed", seed) ?? 1 + Math.floor(Math.random() * HIGHEST_SEED),
    processes: processesOf(processes),
    json,
    help,
  }
}

function processesOf(text: string | undefined): number | null {
  const processes = whole("processes", text)
  if (processes !== null && processes !== 1 && processes !== 2) {
    throw new UsageError("--processes takes 1 or 2.")
  }
  return processes
}

function whole(flag: string, text: string | undefined): number | null {
  if (text === undefined) {
    return null
  }
  if (!/^\d{1,9}$/.test(text)) {
    throw new UsageError(`--${flag} takes a whole number, not ${text}.`)
  }
  return Number(text)
}
