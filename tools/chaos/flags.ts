import { randomInt } from "node:crypto"
import { parseFlags, wholeNumber } from "../harness/command/command"

export type Flags = {
  purchases: number
  kills: number
  databaseRestarts: number
  /** Whether separate processes receive the webhooks, each sent once. */
  receiver: boolean
  /** Whether the gateway lies, and the store reads the networks. */
  chain: boolean
  seed: number
  /** Absent: two if Redis is available, else one. */
  processes: number | null
  /** Prints the table as one line of JSON to stdout. */
  json: boolean
  help: boolean
}

export const USAGE = `Usage: npm run chaos -- [--purchases N] [--kills N] [--database-restarts N] [--receiver] [--chain] [--seed N] [--processes 1|2] [--json]

  --purchases N          buyers of all kinds, on both rails (default 200)
  --kills N              times that a process of the store, or the receiver, is killed (default 20)
  --database-restarts N  times that PostgreSQL is stopped for up to 5 s (default 0)
  --receiver             separate processes receive the webhooks, and the gateway sends each once
  --chain                on-chain purchases only: the gateway lies, networks reorganize, and the store requires proof
  --seed N               repeats the choices of an earlier run (default: a new one)
  --processes 1|2        processes of the store, and of the receiver; 2 need a Redis (default: 2 where there is one)
  --json                 prints the table as one line of JSON
  --help                 shows this`

const HIGHEST_SEED = 1_000_000

/** @throws UsageError for unknown flags or invalid values */
export function readFlags(args: string[]): Flags {
  const flags = parseFlags(args, {
    purchases: { type: "string", default: "200" },
    kills: { type: "string", default: "20" },
    "database-restarts": { type: "string", default: "0" },
    receiver: { type: "boolean", default: false },
    chain: { type: "boolean", default: false },
    seed: { type: "string", default: String(randomInt(1, HIGHEST_SEED)) },
    processes: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false, short: "h" },
  })
  const { receiver, chain, processes, json, help } = flags
  return {
    purchases: wholeNumber("purchases", flags.purchases),
    kills: wholeNumber("kills", flags.kills),
    databaseRestarts: wholeNumber(
      "database-restarts",
      flags["database-restarts"]
    ),
    receiver,
    chain,
    seed: wholeNumber("seed", flags.seed),
    processes: processes
      ? wholeNumber("processes", processes, { least: 1, most: 2 })
      : null,
    json,
    help,
  }
}
