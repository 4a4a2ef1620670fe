import {
  compareRecords,
  type PaymentVerdict,
} from "../../../tools/harness/records/compare"
import { readRecords } from "../../../tools/harness/records/read-records"
import type { StoreCluster } from "../../../tools/harness/cluster/cluster"
import type { StoreNode } from "../../../tools/harness/cluster/node"
import {
  PAID_EVENTS,
  postSigned,
  type WebhookAnswer,
} from "../../../tools/harness/gateway/webhooks"
import type { StartedPurchase } from "../../../tools/harness/shop/purchase"
import { waitFor } from "../../../tools/harness/wait-for"
import type { Rail } from "../../../src/ledger"

/** Sends a webhook to one process, as the gateway would. */
export async function deliverTo(
  { sandbox }: StoreCluster,
  { url }: StoreNode,
  rail: Rail,
  body: string
): Promise<WebhookAnswer> {
  if (!url) {
    throw new Error("This process is not running.")
  }
  return await postSigned({ url, sandbox }, rail, body)
}

/**
 * Makes all schedules and retries due now, as if the retry window had passed.
 */
export async function makeDue({ db }: StoreCluster): Promise<void> {
  await db.query(
    "UPDATE stablecoin_schedule SET next_reconcile_at = now() WHERE next_reconcile_at IS NOT NULL"
  )
  await db.query(
    "UPDATE stablecoin_webhook_event SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL"
  )
}

/**
 * The verdict on a payment from all three records: gateway, ledger and Medusa.
 */
export async function judge(
  { sandbox, db }: StoreCluster,
  id: string
): Promise<PaymentVerdict | undefined> {
  const verdicts = compareRecords(await readRecords(sandbox, db))
  return verdicts.find(({ payment_id }) => payment_id === id)
}

/** Counts of a payment's facts, webhooks, captures and orders. */
export async function countOf(
  { db }: StoreCluster,
  { id, cart }: StartedPurchase
): Promise<Record<"paid" | "webhooks" | "captures" | "orders", number>> {
  return await db.one(
    `SELECT
       (SELECT count(*)::int FROM stablecoin_fact
         WHERE payment_id = $1 AND kind = 'paid') AS paid,
       (SELECT count(*)::int FROM stablecoin_webhook_event
         WHERE payment_id = $1 AND event = ANY($4)) AS webhooks,
       (SELECT count(*)::int FROM capture JOIN payment
         ON payment.id = capture.payment_id
         WHERE payment_collection_id = $2) AS captures,
       -- Medusa only marks the link of an order that it removed as deleted.
       (SELECT count(*)::int FROM order_cart
         WHERE cart_id = $3 AND deleted_at IS NULL) AS orders`,
    [id, cart.payment_collection_id, cart.id, Object.values(PAID_EVENTS)]
  )
}

/** Waits until all three records show one capture on one order. */
export async function ordered(
  cluster: StoreCluster,
  { id }: StartedPurchase
): Promise<void> {
  await waitFor(
    `payment ${id} to be one capture on one order`,
    async () => (await judge(cluster, id))?.verdict === "ordered",
    { timeoutMs: 90_000 }
  )
}

/**
 * Milliseconds without a statement after which a process is considered idle.
 * Longer than its pause between two retries.
 */
const QUIET_MS = 5_000

/** The statement with which each process looks for due webhooks every second. */
const LOOKS_FOR_WEBHOOKS =
  "UPDATE stablecoin_webhook_event%SET attempts = attempts + 1%"

/**
 * Waits until the processes run no other statement and have had no open
 * transaction for a while.
 */
export async function quiet(
  { db }: StoreCluster,
  ...processes: StoreNode[]
): Promise<void> {
  const names = processes.map(({ name }) => name)
  await waitFor(
    `${names.join(" and ")} to be idle`,
    async () => {
      const { busy } = await db.one<{ busy: number }>(
        `SELECT count(*)::int AS busy FROM pg_stat_activity
         WHERE application_name = ANY($1) AND datname = current_database()
           AND query NOT LIKE $2 AND (state <> 'idle'
             OR state_change > now() - $3 * interval '1 ms')`,
        [names, LOOKS_FOR_WEBHOOKS, QUIET_MS]
      )
      return busy === 0
    },
    { timeoutMs: 60_000 }
  )
}
