import { hash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { isOfOneRow, withoutValues } from "../database-error"
import { findByDigest, type KnownWebhookEvent } from "./find-by-digest"
import {
  type IncomingWebhookEvent,
  insertUnknown,
} from "./insert-unknown-webhook-events"
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

/** A webhook that is deleted before it is found is stored in the next round. */
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
  const repeats = new Set<number>()
  received.forEach((each, index) => {
    const digest = digests[index] ?? ""
    const same = distinct.get(digest)
    if (same) {
      repeats.add(index)
      const more = missing(each.signed_for, same.signed_for)
      const signed_for = [...same.signed_for, ...more]
      distinct.set(digest, { ...same, signed_for })
    } else {
      distinct.set(digest, { ...each, id: newId("stwhe"), digest })
    }
  })
  // The same order in every process, so that concurrent calls don't deadlock.
  const rows = [...distinct.values()].sort((one, other) =>
    one.digest < other.digest ? -1 : 1
  )
  const outcomes = await storeOrEach(db, rows, now, options)
  return digests.map((digest, index) => {
    const outcome = outcomes.get(digest) ?? rejected(notStored())
    return repeats.has(index) ? asRepeated(outcome) : outcome
  })
}

async function storeOrEach(
  db: Knex,
  rows: readonly IncomingWebhookEvent[],
  now: Date,
  options: StoringOptions
): Promise<Map<string, Outcome>> {
  try {
    return await storeAll(db, rows, now, options)
  } catch (error) {
    if (!isOfOneRow(error)) {
      throw error
    }
    const outcomes = new Map<string, Outcome>()
    for (const row of rows) {
      try {
        const [stored] = (await storeAll(db, [row], now, options)).values()
        outcomes.set(row.digest, stored ?? rejected(notStored()))
      } catch (reason) {
        outcomes.set(row.digest, rejected(withoutValues(reason)))
      }
    }
    return outcomes
  }
}

async function storeAll(
  db: Knex,
  rows: readonly IncomingWebhookEvent[],
  now: Date,
  options: StoringOptions
): Promise<Map<string, Outcome>> {
  const stored = new Map<string, Outcome>()
  const left = new Map(rows.map((row) => [row.digest, row]))
  const settle = (digest: string, outcome: Outcome): void => {
    stored.set(digest, outcome)
    left.delete(digest)
  }
  for (let round = 0; left.size && round < ROUNDS; round++) {
    const inserted = await insertUnknown(db, [...left.values()], now, options)
    for (const { digest, id, status } of inserted) {
      settle(digest, fulfilled({ id, status, is_new: true }))
    }
    // New webhooks are on disk by now, so their senders get no error.
    try {
      const found = left.size ? await findByDigest(db, [...left.keys()]) : []
      for (const known of found) {
        const incoming = left.get(known.digest)
        const outcome =
          incoming && (await repeated(db, incoming, known, now, options))
        if (outcome) {
          settle(known.digest, outcome)
        }
      }
    } catch (error) {
      if (!stored.size) {
        throw error
      }
      left.forEach((_, digest) =>
        settle(digest, rejected(withoutValues(error)))
      )
    }
  }
  return stored
}

/** @returns undefined when the known webhook was deleted meanwhile */
async function repeated(
  db: Knex,
  incoming: IncomingWebhookEvent,
  { id, status, signed_for, is_foreign }: KnownWebhookEvent,
  now: Date,
  options: StoringOptions
): Promise<Outcome | undefined> {
  const more = missing(incoming.signed_for, signed_for)
  const isToRepeat = status === "failed" || status === "dead" || is_foreign
  // Its order number shows it again.
  const isDone = is_foreign && incoming.foreign !== null
  return !isDone && (isToRepeat || more.length)
    ? await reprocess(db, { ...incoming, id, is_foreign }, more, now, options)
    : fulfilled({ id, status, is_new: false })
}

/** Returns the scopes of a signature that a webhook does not have yet. */
function missing(
  scopes: readonly SignerScope[],
  known: readonly SignerScope[]
): SignerScope[] {
  return scopes.filter(
    ({ account, created_before }) =>
      !known.some(
        (each) =>
          each.account === account && each.created_before === created_before
      )
  )
}
