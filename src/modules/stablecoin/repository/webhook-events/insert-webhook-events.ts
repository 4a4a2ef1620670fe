import { hash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { isOfOneRow, withoutValues } from "../database-error"
import { newId } from "../new-id"
import {
  type IncomingWebhookEvent,
  insertUnknown,
  reopenRepeated,
} from "./insert-statements"
import type { ReceivedWebhookEvent, StoredWebhookEvent } from "./webhook-events"

/** The stored webhook event, or why it was not stored. */
type Outcome = PromiseSettledResult<StoredWebhookEvent>

/**
 * The statement succeeded without this webhook, because another process has its
 * row in hand. It can be stored later.
 */
class NotStoredError extends Error {
  override readonly name = "NotStoredError"
  constructor() {
    super("It was received before, and is being processed.")
  }
}

/** A webhook that is deleted before it is found is stored in the next round. */
const ROUNDS = 5

/**
 * Stores verified webhooks in one statement, so that concurrent ones share the
 * cost of one commit. They are due at once. The same body is the same webhook: a
 * repeated one is processed again if its sender may expect it.
 *
 * @returns the outcome of each, in order: a bad one does not affect the others
 * @throws when none can be stored
 */
export async function insertWebhookEvents(
  db: Knex,
  received: readonly ReceivedWebhookEvent[]
): Promise<Outcome[]> {
  const digests = received.map(({ body }) => hash("sha256", body))
  const distinct = new Map<string, IncomingWebhookEvent>()
  received.forEach((each, index) => {
    const digest = digests[index] ?? ""
    const { id, signed_for } = distinct.get(digest) ?? {
      id: newId("stwhe"),
      signed_for: [],
    }
    const all = unionOf(signed_for, each.signed_for)
    distinct.set(digest, { ...each, id, digest, signed_for: all })
  })
  // The same order in every process, so that concurrent calls don't deadlock.
  const rows = [...distinct.values()].sort((one, other) =>
    one.digest < other.digest ? -1 : 1
  )
  const outcomes = await storeOrEach(db, rows)
  return digests.map((digest, index) => {
    const outcome = outcomes.get(digest) ?? rejected(new NotStoredError())
    return outcome.status === "fulfilled" && digests.indexOf(digest) < index
      ? fulfilled({ ...outcome.value, is_new: false })
      : outcome
  })
}

async function storeOrEach(
  db: Knex,
  rows: readonly IncomingWebhookEvent[]
): Promise<Map<string, Outcome>> {
  try {
    return await storeAll(db, rows)
  } catch (error) {
    if (!isOfOneRow(error)) {
      throw error
    }
    const [row, ...others] = rows
    if (row && !others.length) {
      return new Map([[row.digest, rejected(withoutValues(error))]])
    }
    const outcomes = new Map<string, Outcome>()
    for (const each of rows) {
      const alone = await storeOrEach(db, [each])
      alone.forEach((outcome, digest) => outcomes.set(digest, outcome))
    }
    return outcomes
  }
}

async function storeAll(
  db: Knex,
  rows: readonly IncomingWebhookEvent[]
): Promise<Map<string, Outcome>> {
  const stored = new Map<string, Outcome>()
  const left = () => rows.filter(({ digest }) => !stored.has(digest))
  for (let round = 0; left().length && round < ROUNDS; round++) {
    for (const { digest, id, status } of await insertUnknown(db, left())) {
      stored.set(digest, fulfilled({ id, status, is_new: true }))
    }
    const repeated = left()
    // New webhooks are on disk by now, so their senders get no error.
    try {
      const known = repeated.length ? await reopenRepeated(db, repeated) : []
      for (const { digest, is_locked, id, status } of known) {
        const outcome = is_locked
          ? rejected(new NotStoredError())
          : fulfilled({ id, status, is_new: false })
        stored.set(digest, outcome)
      }
    } catch (error) {
      if (!stored.size) {
        throw error
      }
      repeated.forEach(({ digest }) =>
        stored.set(digest, rejected(withoutValues(error)))
      )
    }
  }
  return stored
}

/** Returns the scopes of both, each once. */
function unionOf(
  some: readonly SignerScope[],
  others: readonly SignerScope[]
): SignerScope[] {
  const byText = [...some, ...others].map(
    (scope) => [JSON.stringify(scope), scope] as const
  )
  return [...new Map(byText).values()]
}

function fulfilled(value: StoredWebhookEvent): Outcome {
  return { status: "fulfilled", value }
}

function rejected(reason: unknown): Outcome {
  return { status: "rejected", reason }
}
