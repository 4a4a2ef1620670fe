import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  groupText,
  NEVER_ANSWERED,
  NEVER_ANSWERED_GROUP,
  neverAnswered,
  neverAnsweredGroup,
  OPEN_STATUSES,
  type Payment,
  triageNeverAnswered,
  type UnansweredPayment,
} from "../../../../ledger"
import { openExceptions, type OpenedException, resolved } from "./exceptions"
import { type PaymentRow, TABLE } from "../tables"

/**
 * Age after which a payment without a report is left to the list, so that the
 * search does not grow with the shop's age.
 */
const UNREPORTED_FOR = "7 days"

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The advisory lock that lets one process at a time count and open exceptions.
 */
const REVIEW = "stablecoin:never_answered"

/**
 * Opens exceptions about hosted payments whose outcome the gateway did not
 * report, and resolves those about payments it has reported since. A group's
 * count is read from its payments, so a process may die at any point.
 *
 * @returns the opened exceptions
 */
export async function reviewNeverAnswered(
  db: Knex,
  limit: number,
  now: Date
): Promise<OpenedException[]> {
  const [found] = await db
    .with("answered", closeAnswered(db, now))
    .select<Found[]>(
      db.raw("EXISTS (?) AS is_waiting", [unanswered(db, now).select("id")]),
      openGroups(db)
    )
  await updateGroups(db, found?.groups ?? [], now)
  return found?.is_waiting
    ? await db.transaction((trx) => open(trx, limit, now))
    : []
}

type Found = { is_waiting: boolean; groups: OpenGroup[] }

/**
 * An open group: its id, its stored size, and how many of its payments have not
 * ended.
 */
type OpenGroup = { id: string; said: string | null; size: number }

async function open(
  trx: Knex.Transaction,
  limit: number,
  now: Date
): Promise<OpenedException[]> {
  const { rows } = await trx.raw<{ rows: { is_ours: boolean }[] }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS is_ours",
    [REVIEW]
  )
  // Another process reviews them now.
  if (!rows[0]?.is_ours) {
    return []
  }
  const found: (PaymentRow & { reported: boolean })[] = await unanswered(
    trx,
    now
  )
    .select("payment.*", trx.raw(`${REPORTED} AS reported`))
    .orderBy(["payment.expires_at", "payment.id"])
    .limit(limit)
    .forUpdate("payment")
    .skipLocked()
  const group = await trx(TABLE.exception)
    .where({ ...NEVER_ANSWERED_GROUP, status: "open", deleted_at: null })
    .orderBy("created_at")
    .forUpdate()
    .first<{ id: string } | undefined>("id")
  const { alone, grouped } = triageNeverAnswered(
    found.map(({ reported, ...payment }): UnansweredPayment => ({
      payment,
      reported,
    })),
    { opened: await countOpened(trx, now), has_group: group !== undefined },
    now
  )
  const opened: OpenedException[] = []
  for (const payment of alone) {
    const draft = neverAnswered(payment)
    opened.push(...(await openExceptions(trx, payment.id, [draft])))
  }
  return [...opened, ...(await join(trx, group?.id, grouped, now))]
}

/** Adds payments to the open group, or to a new one. */
async function join(
  trx: Knex.Transaction,
  known: string | undefined,
  payments: readonly Payment[],
  now: Date
): Promise<OpenedException[]> {
  const [first] = payments
  if (!first) {
    return []
  }
  const opened = known
    ? []
    : await openExceptions(trx, null, [
        neverAnsweredGroup(first, payments.length),
      ])
  const id = known ?? opened[0]?.id
  await trx(TABLE.payment)
    .whereIn(
      "id",
      payments.map((payment) => payment.id)
    )
    .update({ unanswered_group_id: id })
  const [found] = await trx.select<Pick<Found, "groups">[]>(openGroups(trx))
  await updateGroups(trx, found?.groups ?? [], now)
  return opened
}

async function countOpened(trx: Knex, now: Date): Promise<number> {
  const row = await trx(TABLE.exception)
    .where({ ...NEVER_ANSWERED, status: "open", deleted_at: null })
    .where("created_at", ">", new Date(now.getTime() - DAY_MS))
    .count<{ count: string }[]>("id")
    .first()
  return Number(row?.count ?? 0)
}

/**
 * SQL condition that a verified webhook about a payment was processed, or none
 * of its rail was received since its start. In the second case webhooks are
 * lost, and no report can be expected. The search of webhooks uses the index of
 * `payment_id`.
 */
const REPORTED = `(EXISTS (SELECT 1 FROM ${TABLE.webhookEvent} AS webhook_event
  WHERE webhook_event.payment_id = payment.id AND webhook_event.status = 'processed'
    AND webhook_event.deleted_at IS NULL)
  OR NOT EXISTS (SELECT 1 FROM ${TABLE.webhookState} AS state
    WHERE state.rail = payment.rail AND state.deleted_at IS NULL
      AND state.last_received_at > payment.created_at))`

/**
 * Selects expired payments whose buyer returned by the success URL, and that
 * have no exception.
 */
function unanswered(db: Knex, now: Date): Knex.QueryBuilder {
  return db<PaymentRow>(`${TABLE.payment} as payment`)
    .where({ rail: "hosted", returned_result: "success" })
    .whereIn("payment.status", OPEN_STATUSES)
    .where("expires_at", "<=", now)
    .whereNull("payment.deleted_at")
    .whereNull("unanswered_group_id")
    .whereNotExists((known) =>
      known
        .select(db.raw("1"))
        .from(`${TABLE.exception} as exception`)
        .where("exception.kind", NEVER_ANSWERED.kind)
        .whereNull("exception.deleted_at")
        .where("exception.payment_id", db.ref("payment.id"))
    )
    .andWhereRaw(
      `(expires_at > CAST(? AS timestamptz) - CAST(? AS interval) OR ${REPORTED})`,
      [now, UNREPORTED_FOR]
    )
}

/**
 * Resolves only exceptions of payments that have ended, so that the same
 * statement can't open one for them.
 */
function closeAnswered(db: Knex, now: Date): Knex.Raw {
  return db.raw(
    `UPDATE ${TABLE.exception} AS exception
     SET status = 'resolved', resolved_at = :now, updated_at = :now,
       note = 'The gateway answered after all: the payment is ' || payment.status || '.'
     FROM ${TABLE.payment} AS payment
     WHERE exception.status = 'open' AND exception.kind = '${NEVER_ANSWERED.kind}'
       AND exception.deleted_at IS NULL
       AND payment.id = exception.payment_id
       AND NOT payment.status = ANY(:open)`,
    { now, open: [...OPEN_STATUSES] }
  )
}

function openGroups(db: Knex): Knex.Raw {
  return db.raw(
    `(SELECT COALESCE(jsonb_agg(jsonb_build_object(
        'id', exception.id, 'said', exception.details ->> 'count',
        'size', (SELECT count(*) FROM ${TABLE.payment} AS payment
          WHERE payment.unanswered_group_id = exception.id
            AND payment.deleted_at IS NULL
            AND payment.status = ANY(?)))), '[]')
      FROM ${TABLE.exception} AS exception
      WHERE exception.kind = '${NEVER_ANSWERED_GROUP.kind}'
        AND exception.reason = '${NEVER_ANSWERED_GROUP.reason}'
        AND exception.status = 'open'
        AND exception.deleted_at IS NULL) AS groups`,
    [[...OPEN_STATUSES]]
  )
}

/**
 * Updates groups to their present size, and resolves empty ones. The feed
 * announces an exception again when its `updated_at` changes, so only a doubled
 * group changes it.
 */
async function updateGroups(
  db: Knex,
  groups: readonly OpenGroup[],
  now: Date
): Promise<void> {
  for (const { id, said, size } of groups) {
    const group = db(TABLE.exception).where({ id, status: "open" })
    const { message, details } = groupText(size)
    if (size === 0) {
      const note =
        "The gateway answered after all: each of its payments has ended."
      await group.update(resolved(note, now))
    } else if (said !== details.count) {
      await group.update({
        message,
        details: db.raw("COALESCE(details, '{}') || ?::jsonb", [
          JSON.stringify(details),
        ]),
        ...(hasDoubled(Number(said), size) ? { updated_at: now } : {}),
      })
    }
  }
}

/** Whether a count has passed a power of two. */
function hasDoubled(before: number, after: number): boolean {
  return Math.floor(Math.log2(after)) > Math.floor(Math.log2(before))
}
