import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { WEBHOOK_EVENT_STATUSES } from "../../models/webhook-event"
import type { SignerScope } from "../../webhooks/webhook-signers"
import {
  LEFT_TO_ONE_PROCESS_MS,
  type ReceivedWebhookEvent,
  type StoredWebhookEvent,
} from "./webhook-events"
import { isOfOneRow, withoutValues } from "../database-error"
import { newWebhookEventId } from "./webhook-event-id"
import { TABLE } from "../tables"

type Incoming = ReceivedWebhookEvent & { id: string; digest: string }
type Known = Omit<StoredWebhookEvent, "is_new"> &
  Pick<Incoming, "digest" | "signed_for"> & {
    /** Whether it was classified as another shop's, and its body erased. */
    is_foreign: boolean
  }
type Outcome = PromiseSettledResult<StoredWebhookEvent>

/**
 * A webhook that conflicts is found in the next round, or was deleted and is
 * stored then.
 */
const ROUNDS = 5

/**
 * Timeout, after which the senders get an error and retry, so that later
 * webhooks don't wait.
 */
const TAKES_AT_MOST_MS = 10_000

/**
 * Stores verified webhooks in one statement, so that concurrent ones share the
 * cost of one commit. The same body is the same webhook. A repeated one is
 * processed again if it failed, was given up, or its new signature covers more
 * payments. One that was classified as another shop's is classified again,
 * since nothing else could restore its body.
 *
 * @returns the outcome of each, in order: a bad one does not affect the others
 * @throws when none can be stored
 */
export async function insertWebhookEvents(
  db: Knex,
  received: readonly ReceivedWebhookEvent[],
  now: Date
): Promise<Outcome[]> {
  const digests = received.map(({ body }) =>
    createHash("sha256").update(body).digest("hex")
  )
  const distinct = new Map<string, Incoming>()
  received.forEach((each, index) => {
    const digest = digests[index] ?? ""
    const same = distinct.get(digest)
    const id = same?.id ?? newWebhookEventId()
    const more = same ? missing(each.signed_for, same.signed_for) : []
    const signed_for = same ? [...same.signed_for, ...more] : each.signed_for
    distinct.set(digest, { ...each, signed_for, id, digest })
  })
  // The same order in every process, so that concurrent calls don't deadlock.
  const rows = [...distinct.values()].sort((one, other) =>
    one.digest < other.digest ? -1 : 1
  )
  const outcomes = await storeOrEach(db, rows, now)
  return digests.map((digest, index) => {
    const outcome = outcomes.get(digest) ?? rejected(notStored())
    const isRepeated = digests.indexOf(digest) < index
    return isRepeated ? asRepeated(outcome) : outcome
  })
}

async function storeOrEach(
  db: Knex,
  rows: readonly Incoming[],
  now: Date
): Promise<Map<string, Outcome>> {
  try {
    return await insertAll(db, rows, now)
  } catch (error) {
    if (!isOfOneRow(error)) {
      throw error
    }
    const outcomes = new Map<string, Outcome>()
    for (const row of rows) {
      try {
        const [stored] = (await insertAll(db, [row], now)).values()
        outcomes.set(row.digest, stored ?? rejected(notStored()))
      } catch (reason) {
        outcomes.set(row.digest, rejected(withoutValues(reason)))
      }
    }
    return outcomes
  }
}

async function insertAll(
  db: Knex,
  rows: readonly Incoming[],
  now: Date
): Promise<Map<string, Outcome>> {
  const stored = new Map<string, Outcome>()
  let left = rows
  for (let round = 0; left.length && round < ROUNDS; round++) {
    for (const known of await insertOrFind(db, left, now)) {
      const { id, status, digest, signed_for, is_foreign } = known
      const incoming = left.find((each) => each.digest === digest)
      const more = missing(incoming?.signed_for ?? [], signed_for)
      const isToRepeat = status === "failed" || status === "dead" || is_foreign
      const outcome =
        incoming && (isToRepeat || more.length)
          ? await reprocess(db, { ...incoming, id, is_foreign }, more, now)
          : fulfilled({ id, status, is_new: id === incoming?.id })
      if (outcome) {
        stored.set(digest, outcome)
      }
    }
    left = left.filter(({ digest }) => !stored.has(digest))
  }
  return stored
}

/**
 * Inserts new webhooks and finds known ones, which are not written again. One
 * that another process is storing concurrently is in neither result.
 */
async function insertOrFind(
  db: Knex,
  rows: readonly Incoming[],
  now: Date
): Promise<Known[]> {
  const { rows: known } = await db
    .raw<{ rows: Known[] }>(
      `WITH incoming AS (
       SELECT * FROM unnest(
         CAST(:ids AS text[]), CAST(:rails AS text[]), CAST(:events AS text[]),
         CAST(:digests AS text[]), CAST(:bodies AS text[]),
         CAST(:scopes AS jsonb[])
       ) AS incoming (id, rail, event, digest, body, signed_for)
     ), inserted AS (
       INSERT INTO ${TABLE.webhookEvent}
         (id, rail, event, digest, body, signed_for, status, next_attempt_at)
       SELECT id, rail, event, digest, body, signed_for, 'received', CAST(:lease AS timestamptz)
       FROM incoming
       ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
       RETURNING id, digest, status, signed_for
     )
     SELECT id, digest, status, signed_for, false AS is_foreign FROM inserted
     UNION ALL
     SELECT known.id, known.digest, known.status, known.signed_for,
       known.status = 'ignored' AND known.body IS NULL
         AND known.payment_id IS NULL AS is_foreign
     FROM ${TABLE.webhookEvent} AS known
     WHERE known.digest = ANY(:digests) AND known.deleted_at IS NULL`,
      {
        ids: rows.map(({ id }) => id),
        rails: rows.map(({ rail }) => rail),
        events: rows.map(({ event }) => event),
        digests: rows.map(({ digest }) => digest),
        bodies: rows.map(({ body }) => body.toString("utf8")),
        scopes: rows.map(({ signed_for }) => JSON.stringify(signed_for)),
        lease: leaseFrom(now),
      }
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return known
}

/** Returns the scopes of a signature that a webhook does not have yet. */
function missing(
  scopes: readonly SignerScope[],
  known: readonly SignerScope[]
): SignerScope[] {
  return scopes.filter(
    (scope) => !known.some((each) => isDeepStrictEqual(each, scope))
  )
}

/**
 * Reopens a webhook that the gateway sent again: it failed, was given up or
 * classified as foreign, or was signed for other payments before. Does not wait
 * for a locked row: many others would wait too, and it may be being purged.
 *
 * @param more scopes that its new signature adds
 * @returns undefined when the webhook no longer exists
 */
async function reprocess(
  db: Knex,
  {
    id,
    body,
    is_foreign,
  }: Pick<Known & Incoming, "id" | "body" | "is_foreign">,
  more: readonly SignerScope[],
  now: Date
): Promise<Outcome | undefined> {
  const statuses: string[] = more.length
    ? [...WEBHOOK_EVENT_STATUSES]
    : ["failed", "dead", ...(is_foreign ? ["ignored"] : [])]
  const free = db(TABLE.webhookEvent)
    .select("id")
    .where({ id })
    .forUpdate()
    .skipLocked()
  const [row] = await db(TABLE.webhookEvent)
    .whereIn("id", free)
    .update({
      updated_at: now,
      body: db.raw("COALESCE(body, ?)", [body.toString("utf8")]),
      ...(is_foreign ? { error: null } : {}),
      signed_for: db.raw("signed_for || ?::jsonb", [JSON.stringify(more)]),
      status: db.raw(
        "CASE WHEN status = ANY(?) THEN 'received' ELSE status END",
        [statuses]
      ),
      attempts: db.raw("CASE WHEN status = 'dead' THEN 0 ELSE attempts END"),
      next_attempt_at: db.raw(
        "CASE WHEN status = ANY(?) THEN ?::timestamptz ELSE next_attempt_at END",
        [statuses, leaseFrom(now)]
      ),
    })
    .returning<Pick<StoredWebhookEvent, "id" | "status">[]>(["id", "status"])
  if (row) {
    return fulfilled({ ...row, is_new: false })
  }
  const held: unknown = await db(TABLE.webhookEvent).where({ id }).first("id")
  return held
    ? rejected(new Error("It was received before, and is being processed."))
    : undefined
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEFT_TO_ONE_PROCESS_MS)
}

function fulfilled(value: StoredWebhookEvent): Outcome {
  return { status: "fulfilled", value }
}

/** Marks a repeated body of the same batch as not new. */
function asRepeated(outcome: Outcome): Outcome {
  return outcome.status === "fulfilled"
    ? fulfilled({ ...outcome.value, is_new: false })
    : outcome
}

function rejected(reason: unknown): Outcome {
  return { status: "rejected", reason }
}

function notStored(): Error {
  return new Error("The webhook was not stored.")
}
