import {
  compareRecords,
  underpaidOrders,
  violations,
} from "../../harness/records/compare"
import { readRecords } from "../../harness/records/read-records"
import {
  countNeverAnswered,
  countUnstoredWebhooks,
  countWebhooks,
} from "../../harness/records/webhooks"
import type { ChaosContext } from "../context"
import type { Flags } from "../flags"
import { historyOf } from "../history"
import { endFaults, runUntilStable } from "../run-until-stable"
import type { ScenarioName } from "./names"
import { longestWait, ratesOf, recoverySeconds } from "./rates"
import { failures, type ScenarioReport, scenarioTable } from "./report"
import { runScenario } from "./run"

/**
 * Measures a steady load before, during and after a fault, and compares the
 * records of gateway, ledger and Medusa.
 *
 * @returns the exit code: 1 when a law is broken, or a rate stays low
 */
export async function measureScenario(
  { cluster, outage, say, seconds }: ChaosContext,
  flags: Flags & { scenario: ScenarioName }
): Promise<number> {
  const { scenario, receiver } = flags
  const run = await runScenario({
    cluster,
    scenario,
    phaseMs: flags.phaseSeconds * 1000,
    rates: { webhooks: flags.webhooks, orders: flags.orders },
    outage,
    mode: flags.immediate ? "immediate" : "fast",
    say,
  })
  if (run.late > 0) {
    say(`Reconciling ${run.late} orders … `)
    await endFaults(cluster)
    say(`after ${await runUntilStable(cluster)} rounds.\n`)
  }
  const records = await readRecords(cluster.sandbox, cluster.db)
  const verdicts = compareRecords(records)
  const count = (verdict: string): number =>
    verdicts.filter((each) => each.verdict === verdict).length
  const { fault, spans, answered, placed, paid, late } = run
  const answeredAt = answered.map((each) => each.answeredAt)
  const report: ScenarioReport = {
    scenario,
    receiver,
    processes: cluster.nodes.length,
    redis: cluster.redis,
    seconds: seconds(),
    fault,
    webhooks: ratesOf(answeredAt, spans),
    orders: ratesOf(placed, spans),
    recovery_seconds: recoverySeconds(answeredAt, spans),
    longest_wait_seconds: longestWait(answered),
    ...countWebhooks(cluster),
    paid,
    orders_late: late,
    webhooks_lost: await countUnstoredWebhooks(cluster),
    dropped_for_good: count("unreported"),
    never_answered: await countNeverAnswered(cluster),
    flagged: count("flagged"),
    lost: count("lost"),
    doubled: count("doubled"),
    unconfirmed: count("unconfirmed"),
    underpaid: underpaidOrders(records).length,
  }
  const table = scenarioTable(report)
  console.log(flags.json ? JSON.stringify(report) : `\n${table}`)
  for (const violation of violations(verdicts)) {
    console.error(`\n${await historyOf(cluster.db, violation)}`)
  }
  const failed = failures(report)
  failed.forEach((failure) => console.error(failure))
  return failed.length > 0 ? 1 : 0
}
