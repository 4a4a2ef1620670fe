import { createHash } from "node:crypto"
import type { Observer } from "../postgres/observer"
import type { Sandbox, SentWebhook } from "../../../packages/sandbox/src"

type Store = { sandbox: Sandbox; db: Observer }

/** The gateway's webhooks that it sent, and those that were answered 200. */
export type WebhookCounts = {
  webhooks_sent: number
  webhooks_answered: number
  /** Requests, repeated ones included. */
  webhook_requests: number
}

export function countWebhooks({ sandbox }: Pick<Store, "sandbox">) {
  const sent = sandbox.webhooks().filter(({ state }) => state !== "dropped")
  return {
    webhooks_sent: sent.length,
    webhooks_answered: sent.filter(isAnswered).length,
    webhook_requests: sent.reduce(
      (sum, { attempts }) => sum + attempts.length,
      0
    ),
  } satisfies WebhookCounts
}

/** Counts webhooks that were answered 200 and are not in the database. */
export async function countUnstoredWebhooks({
  sandbox,
  db,
}: Store): Promise<number> {
  const digests = sandbox.webhooks().filter(isAnswered).map(digestOf)
  const { stored } = await db.one<{ stored: number }>(
    `SELECT count(DISTINCT digest)::int AS stored FROM stablecoin_webhook_event
     WHERE digest = ANY($1)`,
    [digests]
  )
  return new Set(digests).size - stored
}

/** Counts exceptions of hosted payments that were never answered. */
export async function countNeverAnswered({
  db,
}: Pick<Store, "db">): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM stablecoin_exception
     WHERE kind = 'never_answered'`
  )
  return count
}

function isAnswered({ attempts }: SentWebhook): boolean {
  return attempts.some(({ status }) => status === 200)
}

function digestOf({ body }: SentWebhook): string {
  return createHash("sha256").update(body).digest("hex")
}
