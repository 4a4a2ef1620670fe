import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, type Payment } from "../../../ledger"
import { type PaymentRow, TABLE } from "./tables"

/** A look that is over, and when the payment is looked at next. */
export type FinishedLook = { seen: Payment; next: Date | null }

/** Who claims how many due payments, and for how long. */
export type Claim = {
  owner: string
  limit: number
  leaseMs: number
  /** Accounts whose gateway is left alone: of theirs, only what needs no gateway. */
  except?: readonly string[]
}

/**
 * When a row's look was due, as whoever claimed it has seen it: in
 * milliseconds, while a person who writes now() into it writes microseconds.
 */
const SEEN_AT = "date_trunc('milliseconds', next_look_at)"

/**
 * Claims due payments by a lease, so that no two processes look at one, and
 * one that dies gives it back by itself.
 */
export async function claimDuePayments(
  db: Knex,
  { owner, limit, leaseMs, except = [] }: Claim,
  now: Date
): Promise<Payment[]> {
  const due = db(TABLE.payment)
    .select("id")
    .where("next_look_at", "<=", now)
    // As the index says it, so that it is used.
    .whereNull("deleted_at")
    .andWhere((free) =>
      free.whereNull("leased_until").orWhere("leased_until", "<", now)
    )
    .andWhere((needed) =>
      needed.whereNotIn("account", except).orWhereNotIn("status", OPEN_STATUSES)
    )
    // What has ended first: no number of open ones may keep money waiting.
    .orderByRaw("status = ANY(?), next_look_at", [[...OPEN_STATUSES]])
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return await db<PaymentRow>(TABLE.payment)
    // Materialized: run again for each row, it would claim more than its limit.
    .withMaterialized("due", due)
    .whereIn("id", db.select("id").from("due"))
    .update({
      lease_owner: owner,
      leased_until: new Date(now.getTime() + leaseMs),
    })
    .increment("looks", 1)
    .returning("*")
}

/**
 * A look is over: plans the next one unless a fact came meanwhile, and gives
 * the lease back that it saw. A lease that was taken since is of a look that is
 * still under way.
 *
 * @param orderId the order that the money went to, if it has been found
 */
export async function finishLook(
  db: Knex,
  seen: Payment,
  next: Date | null,
  orderId = seen.order_id
): Promise<void> {
  // In one statement: a row without a lease that is still due would be claimed again.
  await db(TABLE.payment)
    .where({ id: seen.id })
    .update({
      ...(orderId === seen.order_id ? {} : { order_id: orderId }),
      lease_owner: db.raw(
        "CASE WHEN lease_owner IS DISTINCT FROM ? THEN lease_owner END",
        [seen.lease_owner]
      ),
      leased_until: db.raw(
        "CASE WHEN lease_owner IS DISTINCT FROM ? THEN leased_until END",
        [seen.lease_owner]
      ),
      next_look_at: db.raw(
        `CASE WHEN status = ? AND ${SEEN_AT} IS NOT DISTINCT FROM ?
          THEN ?::timestamptz ELSE next_look_at END`,
        [seen.status, seen.next_look_at, next]
      ),
    })
}

/**
 * Which of these open payments have something to settle, without reading
 * Medusa's books of each: their session is gone, their time is up, their order
 * or collection was cancelled, or they were given up.
 *
 * @returns their ids
 */
export async function findUnsettled(
  db: Knex,
  payments: readonly Payment[],
  now: Date
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT payment.id
     FROM ${TABLE.payment} AS payment
     LEFT JOIN payment_session AS session
       ON session.id = payment.session_id AND session.deleted_at IS NULL
     WHERE payment.id = ANY(:ids) AND (
       session.id IS NULL
       OR payment.expires_at <= :now
       OR payment.status = 'abandoned'
       OR EXISTS (
         SELECT 1 FROM order_payment_collection AS link
         JOIN "order" ON "order".id = link.order_id
         WHERE link.payment_collection_id = payment.payment_collection_id
           AND link.deleted_at IS NULL
           AND ("order".canceled_at IS NOT NULL OR "order".status = 'canceled')
       )
       OR EXISTS (
         SELECT 1 FROM payment_collection AS collection
         WHERE collection.id = payment.payment_collection_id
           AND collection.status = 'canceled'
       )
     )`,
    { ids: payments.map(({ id }) => id), now }
  )
  return rows.map(({ id }) => id)
}

/**
 * Ends looks in one statement: gives the leases back that are still the
 * owner's, and plans each next look unless a fact came meanwhile.
 */
export async function finishLooks(
  db: Knex,
  owner: string,
  looks: readonly FinishedLook[]
): Promise<void> {
  await db.raw(
    `UPDATE ${TABLE.payment} AS payment
     SET lease_owner = NULL, leased_until = NULL,
       next_look_at = CASE
         WHEN payment.status = look.status
           AND ${SEEN_AT} IS NOT DISTINCT FROM look.seen_at
         THEN look.next_at ELSE payment.next_look_at END
     FROM unnest(
       CAST(:ids AS text[]), CAST(:statuses AS text[]),
       CAST(:seen AS timestamptz[]), CAST(:next AS timestamptz[])
     ) AS look (id, status, seen_at, next_at)
     WHERE payment.id = look.id AND payment.lease_owner = :owner`,
    {
      owner,
      ids: looks.map(({ seen }) => seen.id),
      statuses: looks.map(({ seen }) => seen.status),
      seen: looks.map(({ seen }) => seen.next_look_at),
      next: looks.map(({ next }) => next),
    }
  )
}

/** Gives leases back of payments that were not looked at: they stay due, as if never claimed. */
export async function giveBackLooks(
  db: Knex,
  owner: string,
  ids: readonly string[]
): Promise<void> {
  await db(TABLE.payment)
    .whereIn("id", ids)
    .where({ lease_owner: owner })
    .update({
      lease_owner: null,
      leased_until: null,
      looks: db.raw("GREATEST(looks - 1, 0)"),
    })
}

/** Counts a read of a paid payment that named no transfer. */
export async function countHashlessRead(db: Knex, id: string): Promise<void> {
  await db(TABLE.payment).where({ id }).increment("hashless_reads", 1)
}

/** How many of these payments have ended so. */
export async function countEnded(
  db: Knex,
  ids: readonly string[]
): Promise<{ paid: number; cancelled: number }> {
  const rows: { status: string; count: string }[] = await db(TABLE.payment)
    .whereIn("id", ids)
    .whereIn("status", ["paid", "cancelled"])
    .groupBy("status")
    .select("status")
    .count("id")
  const count = (status: string) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { paid: count("paid"), cancelled: count("cancelled") }
}
