import type { StoreCluster } from "../harness/cluster/cluster"
import { countUnstoredWebhooks } from "../harness/records/webhooks"
import { waitFor } from "../harness/wait-for"

/**
 * More rounds than the reconciliations after which settling opens an exception.
 */
const ROUNDS_UNTIL_EXCEPTION = 7
const MAX_ROUNDS = 20
/** Number of rounds without a change after which the store is stable. */
const STABLE_ROUNDS = 2

/**
 * Time limit of a round in milliseconds. Slower work is retried in the next
 * round.
 */
const ROUND_MS = 20_000

/** More than the minute after which Redis gives a dead process's event away. */
const HANDLED_WITHIN_MS = 90_000

/** Time in which a restarted receiver moves its spool to the database. */
const STORED_WITHIN_MS = 20_000

/**
 * Ends all faults: clears them, restarts every process, and waits for webhooks
 * in flight.
 */
export async function endFaults(cluster: StoreCluster): Promise<void> {
  cluster.sandbox.clearFaults()
  await cluster.sandbox.settled()
  await Promise.all(
    [...cluster.nodes, ...cluster.receivers].map(async (node) => {
      await node.kill()
      await node.start()
    })
  )
  // Only now, when no running process holds a lock.
  await cluster.expireLocks()
  const stored = waitFor(
    "every accepted webhook to be in the database",
    async () => (await countUnstoredWebhooks(cluster)) === 0,
    { timeoutMs: STORED_WITHIN_MS }
  )
  // The report counts those that were lost.
  await stored.catch(() => {})
}

/**
 * Ages and reconciles the data until nothing changes any more: first past the
 * retry window, then past the time that payments may stay open. Before that,
 * waits for the events that killed processes did not handle, such as an edit.
 *
 * @returns the number of rounds
 * @throws Error if the state keeps changing
 */
export async function runUntilStable(cluster: StoreCluster): Promise<number> {
  await waitFor(
    "every event to be handled",
    async () => (await cluster.countEvents()) === 0,
    { timeoutMs: HANDLED_WITHIN_MS }
  )
  await age(cluster, "1 hour")
  const first = await roundsUntilStable(cluster, ROUNDS_UNTIL_EXCEPTION)
  await age(cluster, "2 days")
  return first + (await roundsUntilStable(cluster, STABLE_ROUNDS + 1))
}

/**
 * Rows that become older: payments, their orders, captures, webhooks and transfers,
 * and all schedules.
 */
const AGED = [
  `stablecoin_payment SET
     created_at = created_at - $1::interval,
     locked_until = locked_until - $1::interval,
     expires_at = expires_at - $1::interval`,
  `payment SET captured_at = captured_at - $1::interval
   WHERE captured_at IS NOT NULL`,
  "capture SET created_at = created_at - $1::interval",
  `"order" SET created_at = created_at - $1::interval`,
  `stablecoin_schedule SET
     next_reconcile_at = next_reconcile_at - $1::interval,
     leased_until = leased_until - $1::interval`,
  `stablecoin_payment SET proof = proof || jsonb_build_object('since',
     to_char((proof ->> 'since')::timestamptz AT TIME ZONE 'UTC' - $1::interval,
       'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
   WHERE proof IS NOT NULL`,
  "stablecoin_deposit SET arrived_at = arrived_at - $1::interval",
  "stablecoin_chain SET leased_until = leased_until - $1::interval",
  `stablecoin_webhook_event SET
     created_at = created_at - $1::interval,
     next_attempt_at = next_attempt_at - $1::interval`,
]

async function age({ db }: StoreCluster, by: string): Promise<void> {
  for (const rows of AGED) {
    await db.query(`UPDATE ${rows}`, [by])
  }
}

async function roundsUntilStable(
  cluster: StoreCluster,
  atLeast: number
): Promise<number> {
  let before = ""
  let unchanged = 0
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    await reconcileEverything(cluster)
    const now = await fingerprint(cluster)
    unchanged = now === before ? unchanged + 1 : 0
    before = now
    if (round >= atLeast && unchanged >= STABLE_ROUNDS) {
      return round
    }
  }
  throw new Error(`The records still change after ${MAX_ROUNDS} rounds.`)
}

/**
 * Makes everything scheduled due and runs the jobs, as if an hour had passed.
 */
async function reconcileEverything(cluster: StoreCluster): Promise<void> {
  const { db, nodes } = cluster
  await db.query(
    `UPDATE stablecoin_schedule SET next_reconcile_at = now(), leased_until = NULL,
       lease_owner = NULL WHERE next_reconcile_at IS NOT NULL`
  )
  await db.query(
    `UPDATE stablecoin_webhook_event SET next_attempt_at = now()
     WHERE next_attempt_at IS NOT NULL`
  )
  await db.query(
    `UPDATE stablecoin_payment SET prove_at = now() WHERE prove_at IS NOT NULL`
  )
  await Promise.all(nodes.map((node) => node.run("readChains")))
  await Promise.all(nodes.map((node) => node.run("job")))
  const reconciled = waitFor(
    "every reconciliation to end",
    async () => {
      const { left } = await db.one<{ left: number }>(
        `SELECT (SELECT count(*) FROM stablecoin_schedule
                  WHERE lease_owner IS NOT NULL)
              + (SELECT count(*) FROM stablecoin_webhook_event
                  WHERE status IN ('received', 'failed')
                    AND next_attempt_at <= now()) AS left`
      )
      return Number(left) === 0
    },
    { timeoutMs: ROUND_MS }
  )
  // Work that keeps failing keeps its lease. The next round retries it.
  await reconciled.catch(() => {})
}

async function fingerprint({ db }: StoreCluster): Promise<string> {
  const rows = await db.query(
    `SELECT 'payment' AS what, id, status AS state, order_id AS detail FROM stablecoin_payment
     UNION ALL SELECT 'proof', id, proof_status, tx_hash FROM stablecoin_payment
     UNION ALL SELECT 'deposit', id, tx_hash, matched_at::text FROM stablecoin_deposit
     UNION ALL SELECT 'allocation', id, kind, amount FROM stablecoin_allocation
     UNION ALL SELECT 'webhook', id, status, NULL FROM stablecoin_webhook_event
     UNION ALL SELECT 'exception', id, status, NULL FROM stablecoin_exception
     UNION ALL SELECT 'refund', id, status, amount FROM stablecoin_refund
     UNION ALL SELECT 'capture', id, payment_id, amount::text FROM capture
     UNION ALL SELECT 'transaction', id, order_id, amount::text FROM order_transaction
     UNION ALL SELECT 'session', id, status::text, NULL FROM payment_session
     UNION ALL SELECT 'order', id, status::text, NULL FROM "order"
     ORDER BY 1, 2`
  )
  return JSON.stringify(rows)
}
