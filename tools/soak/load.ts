import { setTimeout as wait } from "node:timers/promises"
import { PROVIDERS } from "../harness/shop/names"
import { Shopper } from "../harness/shop/shopper"
import type { BuiltStore } from "../harness/built-store/built-store"
import { paymentUrl } from "../harness/shop/payment-state"
import { postRaw, postSigned } from "../harness/gateway/webhooks"
import { RAILS } from "../../src/ledger"

/** A load that runs against the store until the run is over. */
export type Load = (store: BuiltStore, soak: Soak) => Promise<void>

/** One run, shared by all loads. */
export class Soak {
  #isOver = false
  /** Ids of payments paid at the gateway. */
  readonly paid: string[] = []
  /** Started sessions, some of which visitors open. */
  readonly sessions: string[] = []
  readonly counts = {
    started: 0,
    left: 0,
    polls: 0,
    aborted: 0,
    forged: 0,
    passes: 0,
  }
  readonly problems: string[] = []

  get isOver(): boolean {
    return this.#isOver
  }

  end(): void {
    this.#isOver = true
  }

  note(what: string, error: unknown): void {
    this.problems.push(`${what}: ${String(error)}`)
  }
}

/** One in this many buyers leaves without paying. */
const LEAVES_ONE_OF = 10

/** Buys repeatedly, alternating the rails. */
export const buyers: Load = async (store, soak) => {
  const shopper = new Shopper(store.url, store.seeded)
  while (!soak.isOver) {
    const number = soak.counts.started++
    const rail = RAILS[number % RAILS.length] ?? "hosted"
    try {
      const cart = await shopper.fillCart()
      const session = await shopper.startSession(cart, PROVIDERS[rail])
      const id = String(session.data.payment_id)
      soak.sessions.push(session.id)
      if (number % LEAVES_ONE_OF === 0) {
        soak.counts.left++
      } else {
        await store.sandbox.pay({ orderNo: id })
        soak.paid.push(id)
      }
    } catch (error) {
      soak.note("A purchase failed", error)
    }
  }
}

const VISIT_EVERY_MS = 200
const MADE_UP_ONE_OF = 3
const HANGS_UP_ONE_OF = 2

/**
 * Polls payments, some of which do not exist. Some visitors hang up while they
 * are answered.
 */
export const visitors: Load = async (store, soak) => {
  while (!soak.isOver) {
    const number = soak.counts.polls++
    const isMadeUp = number % MADE_UP_ONE_OF === 0
    const session = isMadeUp ? undefined : soak.sessions.at(-1 - (number % 20))
    const abort = new AbortController()
    const timer = setTimeout(
      () => abort.abort(),
      number % HANGS_UP_ONE_OF === 0 ? number % 7 : VISIT_EVERY_MS
    )
    try {
      const answer = await fetch(
        paymentUrl(store.url, session ?? `payses_made_up_${number}`),
        {
          signal: abort.signal,
          headers: { "x-publishable-api-key": store.seeded.publishable_key },
        }
      )
      await answer.text()
    } catch {
      // Expected: these visitors hang up.
      soak.counts.aborted++
    } finally {
      clearTimeout(timer)
    }
    await wait(VISIT_EVERY_MS)
  }
}

const FORGED_EVERY_MS = 50

/** Sends webhooks with a forged signature, and valid ones about another shop's orders. */
export const strangers: Load = async (store, soak) => {
  while (!soak.isOver) {
    const number = soak.counts.forged++
    const rail = RAILS[number % RAILS.length] ?? "hosted"
    const body = JSON.stringify({
      event: rail === "hosted" ? "payment.success" : "payment_order.paid",
      data: { order_no: `other-shop-${number}` },
      payload: { order_no: `other-shop-${number}` },
    })
    try {
      await (number % 2
        ? postSigned(store, rail, body)
        : postRaw(store, `/hooks/stablecoin/${rail}`, body, {
            "X-Webhook-Signature": "0".repeat(64),
            "X-Business-Signature": "0".repeat(64),
          }))
    } catch (error) {
      soak.note("A webhook was not answered", error)
    }
    await wait(FORGED_EVERY_MS)
  }
}

const PASS_EVERY_MS = 5_000

/** Reconciles all open payments repeatedly, as if hours had passed. */
export const passes: Load = async (store, soak) => {
  while (!soak.isOver) {
    await store.db.query(
      `UPDATE stablecoin_schedule SET next_reconcile_at = now()
       WHERE next_reconcile_at IS NOT NULL`
    )
    await store.call("job")
    soak.counts.passes++
    await wait(PASS_EVERY_MS)
  }
}
