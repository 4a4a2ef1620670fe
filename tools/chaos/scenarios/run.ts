import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../../harness/cluster/cluster"
import type { Outage, ShutdownMode } from "../../harness/postgres/outage"
import {
  type AnsweredWebhook,
  answeredWebhooks,
} from "../../harness/records/webhooks"
import { waitFor } from "../../harness/wait-for"
import { FAULTS } from "./faults"
import { type LoadRates, NEVER_PAID, SteadyLoad } from "./load"
import type { ScenarioName } from "./names"
import { openPayments } from "./open-payments"
import { type Phase, phaseLengths, type Span } from "./phases"

export type ScenarioInput = {
  cluster: StoreCluster
  scenario: ScenarioName
  phaseMs: number
  rates: LoadRates
  outage: Outage | null
  mode: ShutdownMode
  /** Prints progress. */
  say: (text: string) => void
}

/** Times are in milliseconds since the epoch. */
export type ScenarioRun = {
  fault: string
  spans: Record<Phase, Span>
  answered: AnsweredWebhook[]
  /** When orders were placed. */
  placed: number[]
  paid: number
  /** Orders that were not placed and paid some time after the load. */
  late: number
}

/** Payments for faults that outlast their phase. */
const SPARE_SECONDS = 20
/** After the load, orders are paid within this time, or by reconciling. */
const PAID_WITHIN_MS = 30_000

/** Runs a steady load before, during and after a fault. */
export async function runScenario(input: ScenarioInput): Promise<ScenarioRun> {
  const { cluster, scenario, phaseMs, rates, say } = input
  const lengths = phaseLengths(scenario, phaseMs)
  const totalMs = Object.values(lengths).reduce((sum, ms) => sum + ms, 0)
  const seconds = totalMs / 1000 + SPARE_SECONDS
  const count = NEVER_PAID + Math.ceil(seconds * rates.orders)
  say(`Starting ${count} payments … `)
  const payments = await openPayments(cluster, count)

  const load = new SteadyLoad(cluster.sandbox, payments, rates)
  const phase = async (
    name: string,
    act: () => Promise<unknown>
  ): Promise<Span> => {
    say(`${name} … `)
    const from = Date.now()
    await act()
    return { from, to: Date.now() }
  }
  let fault = ""
  load.start()
  await phase("warm-up", () => wait(lengths.warmUp))
  const spans = {
    before: await phase("before", () => wait(lengths.before)),
    during: await phase("during", async () => {
      fault = await FAULTS[scenario]({ ...input, duringMs: lengths.during })
    }),
    after: await phase("after", () => wait(lengths.after)),
  }
  await load.end()
  say("done.\n")
  await cluster.sandbox.settled()
  const { paid } = load
  const settled = waitFor(
    "all orders",
    async () => (await countPaidOrders(cluster)) >= paid,
    { timeoutMs: PAID_WITHIN_MS }
  )
  // The others wait for a lock of a killed process, or for the job.
  await settled.catch(() => {})
  return {
    fault,
    spans,
    answered: answeredWebhooks(cluster),
    placed: await placedOrders(cluster),
    paid,
    late: Math.max(0, paid - (await countPaidOrders(cluster))),
  }
}

async function placedOrders({ db }: StoreCluster): Promise<number[]> {
  const rows = await db.query<{ created_at: Date }>(
    "SELECT created_at FROM order_payment_collection WHERE deleted_at IS NULL"
  )
  return rows.map(({ created_at }) => created_at.getTime())
}

/** Counts the orders whose capture Medusa has recorded. */
async function countPaidOrders({ db }: StoreCluster): Promise<number> {
  const { paid } = await db.one<{ paid: string }>(
    `SELECT count(DISTINCT order_id) AS paid FROM order_transaction
     WHERE reference = 'capture' AND deleted_at IS NULL`
  )
  return Number(paid)
}
