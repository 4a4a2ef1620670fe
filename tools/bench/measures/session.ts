import { Pool } from "undici"
import { PROVIDERS } from "../../harness/shop/names"
import { Shopper } from "../../harness/shop/shopper"
import { RAILS, type Rail } from "../../../src/ledger"
import { BareGateway, requests } from "../bare-gateway"
import {
  alternating,
  exactly,
  type Measure,
  median,
  type Row,
} from "../measure"
import type { BuiltStore } from "../../harness/built-store/built-store"

const COUNTED = 10
const SYSTEM = "pp_system_default"

/**
 * Cost of starting a payment session: gateway requests, and time compared with
 * Medusa's own provider, which calls no gateway.
 */
export const session: Measure = {
  name: "session",
  run: async (context) => {
    const store = await context.store()
    context.say("Payment sessions, alternating with Medusa's own provider.")
    const counts: Row[] = []
    const times: Row[] = []
    for (const rail of RAILS) {
      // A creation's webhook is a separate request, handled in the middle of
      // this one.
      store.sandbox.fault({ kind: "drop", times: 10_000 })
      const sides = await Sides.open(store, rail)
      try {
        counts.push(await count(store, rail, sides))
        times.push(await time(rail, sides, context.quick ? 15 : 200))
      } finally {
        store.sandbox.clearFaults()
        await sides.close()
      }
    }
    return [...counts, ...times]
  },
}

async function count(
  { sandbox }: BuiltStore,
  rail: Rail,
  sides: Sides
): Promise<Row> {
  const before = new Set(requests(sandbox, rail).map(({ id }) => id))
  for (let session = 0; session < COUNTED; session++) {
    await sides.ours()
  }
  const read = requests(sandbox, rail).filter(({ id }) => !before.has(id))
  const what = `starting a session: gateway requests, ${rail}`
  return {
    ...exactly(what, read.length / COUNTED, 1),
    note: `Counted by the sandbox over ${COUNTED} sessions, after the first token.`,
  }
}

async function time(rail: Rail, sides: Sides, samples: number): Promise<Row> {
  const took = await alternating(
    ["ours", "reference"],
    samples,
    async (side) => await sides[side]()
  )
  return {
    what: `starting a session, median, ${rail}`,
    ours: { value: median(took.ours), unit: "ms" },
    reference: { value: median(took.reference), unit: "ms" },
    goal: { kind: "figure", is: "at most", value: 1.25 },
    note: `${samples} of each, alternating, by HTTP, each on a cart without a session. The sandbox answers after 0 ms and drops its webhooks. Reference: a session of ${SYSTEM}, and one bare POST of the same body to the sandbox.`,
  }
}

/** A cart per side, and both ways to start a session. */
class Sides {
  private constructor(
    private readonly store: BuiltStore,
    private readonly rail: Rail,
    private readonly pool: Pool,
    private readonly collections: { ours: string; reference: string },
    private readonly gateway: BareGateway
  ) {}

  static async open(store: BuiltStore, rail: Rail): Promise<Sides> {
    const shopper = new Shopper(store.url, store.seeded)
    const ours = await shopper.fillCart()
    const reference = await shopper.fillCart()
    await shopper.startSession(ours, PROVIDERS[rail])
    return new Sides(
      store,
      rail,
      new Pool(store.url),
      {
        ours: ours.payment_collection_id,
        reference: reference.payment_collection_id,
      },
      await BareGateway.open(store.sandbox, rail)
    )
  }

  /** @returns milliseconds */
  async ours(): Promise<number> {
    await this.clear()
    const began = performance.now()
    await this.start(this.collections.ours, PROVIDERS[this.rail])
    return performance.now() - began
  }

  /** @returns milliseconds */
  async reference(): Promise<number> {
    await this.clear()
    const began = performance.now()
    await this.start(this.collections.reference, SYSTEM)
    await this.gateway.create()
    return performance.now() - began
  }

  async close(): Promise<void> {
    await this.gateway.close()
    await this.pool.close()
  }

  private async clear(): Promise<void> {
    await clearSessions(this.store, Object.values(this.collections))
  }

  private async start(collection: string, provider_id: string): Promise<void> {
    const { statusCode, body } = await this.pool.request({
      path: `/store/payment-collections/${collection}/payment-sessions`,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": this.store.seeded.publishable_key,
      },
      body: JSON.stringify({ provider_id }),
    })
    const text = await body.text()
    if (statusCode !== 200) {
      throw new Error(`A session was answered ${statusCode}: ${text}`)
    }
  }
}

/**
 * Deletes the sessions of payment collections completely, and stops the
 * reconciliation of their payments.
 */
export async function clearSessions(
  { db }: BuiltStore,
  collections: readonly string[]
): Promise<void> {
  await db.query(
    `WITH gone AS (
       DELETE FROM payment_session WHERE payment_collection_id = ANY($1)
       RETURNING id
     ), freed AS (
       UPDATE stablecoin_payment SET status = 'abandoned'
       FROM gone WHERE session_id = gone.id
       RETURNING stablecoin_payment.id
     )
     UPDATE stablecoin_schedule SET next_reconcile_at = NULL
     FROM freed WHERE payment_id = freed.id`,
    [collections]
  )
}
