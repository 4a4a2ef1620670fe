import { randomInt } from "node:crypto"
import { parseFlags, UsageError, wholeNumber } from "../harness/command/command"
import { SCENARIO_NAMES, type ScenarioName } from "./scenarios/names"

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
  /** Null: purchases with faults of all kinds. */
  scenario: ScenarioName | null
  /** Length of a scenario's phases. */
  phaseSeconds: number
  /** A scenario's steady load, per second. */
  webhooks: number
  orders: number
  /** Whether `postgres_restart` aborts PostgreSQL without a shutdown. */
  immediate: boolean
  /** Prints the table as one line of JSON to stdout. */
  json: boolean
  help: boolean
}

export const USAGE = `Usage: npm run chaos -- [--purchases N] [--kills N] [--database-restarts N] [--receiver] [--chain] [--seed N] [--processes 1|2] [--json]
       npm run chaos -- --scenario NAME [--receiver] [--phase-seconds N] [--webhooks N] [--orders N] [--immediate] [--processes 1|2] [--json]

  --purchases N          buyers of all kinds, on both rails (default 200)
  --kills N              times that a process of the store, or the receiver, is killed (default 20)
  --database-restarts N  times that PostgreSQL is stopped for up to 5 s (default 0)
  --receiver             separate processes receive the webhooks, and the gateway sends each once
  --chain                on-chain purchases only: the gateway lies, networks reorganize, and the store requires proof
  --seed N               repeats the choices of an earlier run (default: a new one)
  --processes 1|2        processes of the store, and of the receiver; 2 need a Redis (default: 2 where there is one)

  --scenario NAME        a steady load before, during and after one fault:
                         ${SCENARIO_NAMES.join(", ")}
  --phase-seconds N      length of each phase (default 25); the warm-up takes half of it
  --webhooks N           webhooks per second (default 20)
  --orders N             how many of them are paid webhooks (default 1)
  --immediate            postgres_restart aborts PostgreSQL, without a shutdown

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
    scenario: { type: "string" },
    "phase-seconds": { type: "string", default: "25" },
    webhooks: { type: "string", default: "20" },
    orders: { type: "string", default: "1" },
    immediate: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false, short: "h" },
  })
  const { receiver, chain, processes, immediate, json, help } = flags
  const scenario = flags.scenario ? scenarioNamed(flags.scenario) : null
  if (immediate && scenario !== "postgres_restart") {
    throw new UsageError("--immediate belongs to --scenario postgres_restart.")
  }
  if (chain && scenario) {
    throw new UsageError("--chain doesn't belong to --scenario.")
  }
  const webhooks = wholeNumber("webhooks", flags.webhooks, { least: 1 })
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
    scenario,
    phaseSeconds: wholeNumber("phase-seconds", flags["phase-seconds"], {
      least: 4,
      most: 600,
    }),
    webhooks,
    orders: wholeNumber("orders", flags.orders, { least: 1, most: webhooks }),
    immediate,
    json,
    help,
  }
}

/** @throws UsageError unless there is such a scenario */
function scenarioNamed(text: string): ScenarioName {
  const name = SCENARIO_NAMES.find((each) => each === text)
  if (!name) {
    throw new UsageError(
      `--scenario takes ${SCENARIO_NAMES.join(", ")}, not ${text}.`
    )
  }
  return name
}
