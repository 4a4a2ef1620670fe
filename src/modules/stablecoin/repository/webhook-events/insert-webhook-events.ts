import { hash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { isOfOneRow, withoutValues } from "../database-error"
import {
  type IncomingWebhookEvent,
  insertOrFind,
} from "./insert-or-find-webhook-events"
import type { StoringOptions } from "./processing"
import { reprocess } from "./reprocess-webhook-event"
import {
  asRepeated,
  fulfilled,
  notStored,
  type Outcome,
  rejected,
} from "./storing-outcome"
import { newId } from "../new-id"
import type { ReceivedWebhookEvent } from "./webhook-events"

/**
 * A webhook that conflicts is found in the next round, or was deleted and is
 * stored then.
 */
const ROUNDS = 5

/**
 * Stores verified webhooks in one statement, so that concurrent ones share the
 * cost of one commit. The same body is the same webhook. A repeated one is
 * processed again if it failed, was given up, or its new signature covers more
 * payments. One that was classified as another shop's is classified again,
 * since nothing else could restore its body, unless its order number shows it.
 *
 * @param options for a process that does not process them itself
 * @returns the outcome of each, in order: a bad one does not affect the others
 * @throws when none can be stored
 */
export async function insertWebhookEvents(
  db: Knex,
  received: readonly ReceivedWebhookEvent[],
  now: Date,
  options: StoringOptions = {}
): Promise<Outcome[]> {
  const digests = received.map(({ body }) => hash("sha256", body))
  const distinct = new Map<string, IncomingWebhookEvent>()
  received.forEach((each, index) => {
    const digest = digests[index] ?? ""
    const same = distinct.get(digest)
    const id = same?.id ?? newId("stwhe")
    const more = same ? missing(each.signed_for, same.signed_for) : []
    const signed_for = same ? [...same.signed_for, ...more] : each.signed_for
    distinct.set(digest, { ...each, signed_for, id, digest })
  })
  // The same order in every process, so that concurrent calls don't deadlock.
  const rows = [...distinct.values()].sort((one, other) =>
    one.digest < other.digest ? -1 : 1
  )
  const outcomes = await storeOrEach(db, rows, now, options)
  return digests.map((digest, index) => {
    const outcome = outcomes.get(digest) ?? rejected(notStored())
    const isRepeated = digests.indexOf(digest) < index
    return isRepeated ? asRepeated(outcome) : outcome
  })
}

async function storeOrEach(
  db: Knex,
  rows: readonly IncomingWebhookEvent[],
  now: Date,
  options: StoringOptions
): Promise<Map<string, Outcome>> {
  try {
    return await insertAll(db, rows, now, options)
  } catch (error) {
    if (!isOfOneRow(error)) {
      throw error
    }
    const outcomes = new Map<string, Outcome>()
    for (const row of rows) {
      try {
        const [stored] = (await insertAll(db, [row], now, options)).values()
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
  rows: readonly IncomingWebhookEvent[],
  now: Date,
  options: StoringOptions
): Promise<Map<string, Outcome>> {
  const stored = new Map<string, Outcome>()
  let left = rows
  for (let round = 0; left.length && round < ROUNDS; round++) {
    for (const known of await insertOrFind(db, left, now, options)) {
      const { id, status, digest, signed_for, is_foreign } = known
      const incoming = left.find((each) => each.digest === digest)
      const more = missing(incoming?.signed_for ?? [], signed_for)
      const isToRepeat = status === "failed" || status === "dead" || is_foreign
      // Its order number shows it again.
      const isDone = is_foreign && incoming?.foreign !== null
      const outcome =
        incoming && !isDone && (isToRepeat || more.length)
          ? await reprocess(
              db,
              { ...incoming, id, is_foreign },
              more,
              now,
              options
            )
          : fulfilled({ id, status, is_new: id === incoming?.id })
      if (outcome) {
        stored.set(digest, outcome)
      }
    }
    left = left.filter(({ digest }) => !stored.has(digest))
  }
  return stored
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
