import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import type {
  StorePayment,
  StorePaymentResponse,
} from "../../src/http-types/store"
import { RAILS } from "../../src/ledger"
import { findShownPayment } from "../../src/modules/stablecoin/repository/medusa/shown-payments"
import { AdminOperations } from "../setup/admin/admin-api"
import {
  paymentUrl,
  shownPayment,
} from "../../tools/harness/shop/payment-state"
import { plansOf } from "../setup/postgres/plans"
import { returnUrl } from "../../tools/harness/gateway/return-url"
import { storeTest } from "../setup/store/store"
import { visit } from "../../tools/harness/shop/visit"
import type { TestStore } from "../setup/store/test-store"

type State = Partial<StorePaymentResponse> & { message?: string }

const read = async (store: TestStore, sessionId: string) =>
  await store.shopper.call<State>("GET", paymentUrl("", sessionId))

/** Polls as a storefront does, with the tag of its last response. */
const poll = async (store: TestStore, sessionId: string, tag?: string) =>
  await fetch(paymentUrl(store.url, sessionId), {
    // A browser adds this one, since it must not answer from its own cache.
    headers: {
      "x-publishable-api-key": store.seeded.publishable_key,
      "cache-control": "no-cache",
      ...(tag && { "if-none-match": tag }),
    },
  })

const refundsOf = (amount: string) => [
  { amount, currency: "USDT", status: "due" as const },
]
const seen = (amount: string) => ({
  transfers: [{ amount, currency: "USDT", chain: null }],
})

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const shown = async (
    sessionId: string,
    fits: (payment: StorePayment) => boolean
  ) => await shownPayment(store.shopper, sessionId, fits)

  describe.each(RAILS)("the state of a %s payment", (rail) => {
    it("shows where to pay, and at the end the order", async () => {
      const { id, session, cart } = await store.openPayment(rail)

      const before = await read(store, session.id)
      expect(before).toEqual({
        status: 200,
        body: {
          payment: {
            session_id: session.id,
            reference: id,
            rail,
            status: "pending",
            amount: "12.50",
            currency: session.data.currency,
            chain:
              rail === "onchain" ? { code: "POLYGON", name: "Polygon" } : null,
            redirect_url: session.data.redirect_url,
            expires_at: session.data.expires_at,
            final: false,
          },
          now: expect.any(String),
          poll_after: 1_200,
        },
      })
      // Buyers' devices use it to compute the time left.
      const now = Date.parse(before.body.now ?? "")
      expect(Math.abs(now - Date.now())).toBeLessThan(10_000)
      await store.pay(id)

      const { orders } = await store.readMedusaState(cart)
      const after = await read(store, session.id)
      expect(after.body.payment).toMatchObject({
        status: "paid",
        redirect_url: null,
        order_id: orders[0]!.id,
        final: true,
      })
      expect(after.body.poll_after).toBe(60_000)
      if (rail === "onchain") {
        expect(after.body.payment).toMatchObject({
          // A test transfer is on no explorer.
          transaction: { hash: expect.stringMatching(/^0x/), url: null },
        })
      }
    })
  })

  it("leads from an ended payment to the one that replaced it, and is still found by its former session when the money arrives late", async () => {
    const { id, session, cart } = await store.openPayment("hosted")
    const second = await store.startSession(cart, "onchain")
    await store.later()
    const given_up = { status: "abandoned", replaced_by: second.id }
    const before = [await read(store, session.id), await read(store, second.id)]
    expect(before[0]?.body.payment).toMatchObject(given_up)
    expect(before[1]?.body.payment).not.toHaveProperty("replaced_by")

    await store.sandbox.pay({ orderNo: id })

    expect(
      await shown(second.id, ({ replaced_by }) => !!replaced_by)
    ).toMatchObject({ redirect_url: null })
    await store.settled()
    await store.later()
    const { session_id } = await store.readPayment(id)
    expect((await read(store, second.id)).body.payment).toMatchObject({
      status: "cancelled",
      replaced_by: session_id,
      final: true,
    })
    const paid = await shown(session.id, ({ final }) => final)
    expect(paid).toMatchObject({
      session_id: session.id,
      status: "paid",
      order_id: expect.any(String),
    })
    expect(paid).not.toHaveProperty("replaced_by")
    const current = await read(store, String(session_id))
    expect(current.body.payment).toEqual({ ...paid, session_id })
  })

  it("does not ask a buyer to pay again who has returned as paid", async () => {
    const open = await store.openPayment("hosted")
    await visit(returnUrl(store.sandbox, open.id, "success"))
    const back = { returned: "success", in_question: true, redirect_url: null }
    const before = (await read(store, open.session.id)).body.payment
    expect(before).toMatchObject(back)
    expect(before).not.toHaveProperty("overdue")

    await store.changePayment(open.id, {
      returned_at: new Date(Date.now() - 30 * 60_000),
    })
    expect((await read(store, open.session.id)).body.payment).toMatchObject({
      ...back,
      overdue: true,
    })

    const cancel = `payments/${open.id}/cancel`
    await api.refuses(cancel, {}, 409, "close its exception")

    // The merchant finds nothing in the gateway's portal.
    await store.later()
    await api.mustResolveOnly({ action: "close" })
    await store.later()
    const closed = (await read(store, open.session.id)).body.payment
    expect(closed).toMatchObject({ status: "abandoned" })
    expect(closed).not.toHaveProperty("in_question")
  })

  /** Money that the merchant still decides about, and what the buyer reads. */
  it.each<
    [string, (number | "refund" | "close")[], string[], Partial<StorePayment>]
  >([
    [
      "more than what goes back",
      [11.25, "refund", 13.75],
      ["2.50"],
      { under_review: true, refunds: refundsOf("11.25"), ...seen("13.75") },
    ],
    [
      "more than has paid, after another report was closed",
      [12.5, 11.25, "close", 25],
      ["12.50"],
      seen("25.00"),
    ],
  ])(
    "is one transfer if the gateway corrects a hosted one to %s",
    async (_, acts, held, expected) => {
      const open = await store.openPayment("hosted")
      for (const act of acts) {
        if (typeof act === "number") {
          await store.report(open, { amount: act })
        } else {
          await api.mustResolveOnly({ action: act })
        }
      }
      const { payment } = (await read(store, open.session.id)).body
      expect(payment).toMatchObject(expected)
      const left = await api.readOpenExceptions()
      expect(left.flatMap((each) => each.held?.amount ?? [])).toEqual(held)
      const { orders } = await store.readMedusaState(open.cart)
      expect(orders).toHaveLength(acts[0] === 12.5 ? 1 : 0)
    }
  )

  it("is one transfer if the gateway reports less than the merchant has found and sent back", async () => {
    const open = await store.openPayment("hosted")
    await visit(returnUrl(store.sandbox, open.id, "success"))
    await store.changePayment(open.id, {
      returned_at: new Date(Date.now() - 30 * 60_000),
    })
    await store.later()
    await api.mustResolveOnly({ action: "refund", refund: { amount: "12.50" } })
    await store.report(open, { amount: 11.25 })
    const { payment } = (await read(store, open.session.id)).body
    expect(payment).toMatchObject(seen("12.50"))
  })

  it("shows a wrong amount, and can't be paid while it is reviewed, nor once it is kept", async () => {
    const open = await store.openPayment("onchain")
    await store.report(open, { amount: 9 })
    const asked = {
      redirect_url: null,
      transfers: [{ amount: "9.00", currency: "USDT" }],
    }
    const reviewed = await shown(
      open.session.id,
      ({ under_review }) => !!under_review
    )
    expect(reviewed).toMatchObject({
      ...asked,
      in_question: true,
      final: false,
    })

    await api.mustResolveOnly({ action: "close", kept: "A credit" })

    const answered = (await read(store, open.session.id)).body.payment
    expect(answered).toMatchObject({
      ...asked,
      in_question: true,
      kept: true,
    })
    expect(answered).not.toHaveProperty("under_review")
  })

  it("an unknown session is not found, and a request without the publishable key gets no state", async () => {
    for (const unknown of [
      "payses_01JD8ZZZZZZZZZZZZZZZZZZZZZ",
      "payses_1%00",
      `payses_${"1".repeat(5_000)}`,
      "'%20OR%201=1--",
    ]) {
      expect(await read(store, unknown)).toMatchObject({
        status: 404,
        body: {
          type: "not_found",
          message: expect.stringContaining("No stablecoin payment"),
        },
      })
    }
    const { session } = await store.openPayment("onchain")
    const answer = await fetch(paymentUrl(store.url, session.id))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain("Publishable API key required")
  })

  it("a waiting storefront gets a state once, and its next one when it changes", async () => {
    const { id, session } = await store.openPayment("onchain")
    const first = await poll(store, session.id)
    const tag = String(first.headers.get("etag"))
    expect(first.headers.get("cache-control")).toBe("no-store")
    // Otherwise a browser hides it from a storefront of another origin.
    expect(first.headers.get("access-control-expose-headers")).toContain("ETag")

    const unchanged = await poll(store, session.id, tag)
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""])
    expect(unchanged.headers.get("etag")).toBe(tag)
    await store.changePayment(id, { created_at: new Date(0) })
    // The interval alone is not a change.
    expect((await poll(store, session.id, tag)).status).toBe(304)

    await store.sandbox.pay({ orderNo: id })
    await shown(session.id, ({ final }) => final)
    const changed = await poll(store, session.id, tag)
    expect(changed.status).toBe(200)
    expect(await changed.json()).toMatchObject({ payment: { final: true } })
  })

  it("a tag of one buyer's payment is worth nothing for another one's", async () => {
    const { session } = await store.openPayment("onchain")
    const other = await store.openPayment("onchain")
    const tag = String((await poll(store, session.id)).headers.get("etag"))
    const answer = await poll(store, other.session.id, tag)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      payment: { session_id: other.session.id },
    })
  })

  it("a poll costs one statement about its payment, changed or not", async () => {
    const { session } = await store.openPayment("onchain")
    await store.settled()
    const db = store.db
    let made = 0
    const note = ({ bindings }: { bindings?: unknown[] }) => {
      made += bindings?.includes(session.id) ? 1 : 0
    }
    db.on("query", note)
    try {
      const first = await poll(store, session.id)
      expect([first.status, made]).toEqual([200, 1])
      const tag = String(first.headers.get("etag"))
      const unchanged = await poll(store, session.id, tag)
      expect([unchanged.status, made]).toEqual([304, 2])
    } finally {
      db.off("query", note)
    }
  })

  it("reading a payment uses an index in every table, at any size", async () => {
    const { id, session } = await store.buy("onchain")
    const { connectionString } = store.db.client.config.connection
    const db = createPgConnection({ clientUrl: connectionString }) as Knex
    try {
      const { statements, scanned } = await plansOf(db, () =>
        db.transaction(async (trx) => {
          // PostgreSQL scans tables as small as these unless
          // disabled.
          await trx.raw("SET LOCAL enable_seqscan = off")
          expect(await findShownPayment(trx, session.id)).toMatchObject({
            payment: { id, status: "paid" },
          })
        })
      )
      expect(statements).toBe(1)
      expect(scanned).toEqual([])
    } finally {
      await db.destroy()
    }
  })
})
