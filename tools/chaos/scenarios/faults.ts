import { setTimeout as wait } from "node:timers/promises"
import { Client } from "@medusajs/framework/pg"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Outage, ShutdownMode } from "../../harness/postgres/outage"
import { OBSERVER } from "../../harness/postgres/observer"
import { startAgain } from "../start-again"
import type { ScenarioName } from "./names"
import { killPeriod } from "./phases"

export type FaultInput = {
  cluster: StoreCluster
  /** Null where PostgreSQL is not ours to stop. */
  outage: Outage | null
  mode: ShutdownMode
  /** Time that the fault lasts. */
  duringMs: number
  phaseMs: number
}

/** Lasts for a whole phase. @returns what it did, for the report */
type Fault = (input: FaultInput) => Promise<string>

const BACKEND_KILLS_PER_SECOND = 2
const IDLE_CONNECTIONS = 300
/** Pause after PostgreSQL has refused a connection. */
const REFUSED_MS = 200
/** A kill takes effect before the restart. */
const BEFORE_RESTART_MS = 1_000

/** The faults, as the benchmark's `bench_harness/hooks.py` defines them. */
export const FAULTS: Record<ScenarioName, Fault> = {
  /** Stopped for the first half of the phase. */
  postgres_restart: async ({ outage, mode, duringMs }) => {
    if (!outage) {
      throw new Error("PostgreSQL can't be stopped: DATABASE_URL was given.")
    }
    const until = performance.now() + duringMs
    await outage.begin(mode)
    await wait(duringMs / 2)
    await outage.end()
    await waitUntil(until)
    return `PostgreSQL was stopped (${mode}) for ${seconds(duringMs / 2)}`
  },

  /** Twice a second, every connection that is in a transaction. */
  pg_backend_kill: async ({ cluster: { db }, duringMs }) => {
    const until = performance.now() + duringMs
    let killed = 0
    while (performance.now() < until) {
      killed += await db.cutWorkingConnections()
      await wait(1_000 / BACKEND_KILLS_PER_SECOND)
    }
    return `${killed} working connections were terminated`
  },

  /** Every connection that the store gives back is taken as well. */
  pool_exhaustion: async ({ cluster: { databaseUrl }, duringMs }) => {
    const until = performance.now() + duringMs
    const held: Client[] = []
    while (performance.now() < until) {
      const client =
        held.length < IDLE_CONNECTIONS ? await tryConnect(databaseUrl) : null
      if (client) {
        held.push(client)
      } else {
        await wait(REFUSED_MS)
      }
    }
    await Promise.all(held.map((client) => client.end()))
    return `${held.length} idle connections of at most ${IDLE_CONNECTIONS} were held`
  },

  /** Killed at the start of the phase, and restarted at its half. */
  crash_recovery: async ({ cluster, duringMs }) => {
    const until = performance.now() + duringMs
    const victims = victimsOf(cluster)
    await Promise.all(victims.map((node) => node.kill()))
    await wait(duringMs / 2)
    await Promise.all(victims.map((node) => startAgain(node)))
    await waitUntil(until)
    return `${named(victims)} killed, and restarted after ${seconds(duringMs / 2)}`
  },

  repeated_kills: async ({ cluster, duringMs, phaseMs }) => {
    const until = performance.now() + duringMs
    const period = killPeriod(phaseMs)
    const victims = victimsOf(cluster)
    let kills = 0
    while (performance.now() + period < until) {
      await wait(period)
      await Promise.all(victims.map((node) => node.kill()))
      kills++
      await wait(BEFORE_RESTART_MS)
      await Promise.all(victims.map((node) => startAgain(node)))
    }
    await waitUntil(until)
    return `${named(victims)} killed and restarted ${kills} times`
  },
}

/** The first process of each kind, as the benchmark's `replica 0`. */
function victimsOf({ nodes, receivers }: StoreCluster) {
  return [...nodes.slice(0, 1), ...receivers.slice(0, 1)]
}

function named(victims: readonly { name: string }[]): string {
  const names = victims.map(({ name }) => name).join(" and ")
  return `${names} ${victims.length > 1 ? "were" : "was"}`
}

/** @returns null when PostgreSQL has no connection left */
async function tryConnect(databaseUrl: string): Promise<Client | null> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: OBSERVER,
  })
  client.on("error", () => {})
  return await client.connect().then(
    () => client,
    () => null
  )
}

async function waitUntil(until: number): Promise<void> {
  await wait(Math.max(0, until - performance.now()))
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}
