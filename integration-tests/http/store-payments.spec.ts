import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../harness/shop/names"
import { EventStream } from "../../src/api/store/stablecoin/payments/[session_id]/events/event-stream"
import type { StorePaymentResponse } from "../../src/http-types/store"
import { RAILS } from "../../src/ledger"
import { CONNECTION_NAME } from "../../src/modules/stablecoin/listener"
import { findStreamedPayment } from "../../src/modules/stablecoin/repository/medusa/streamed-payments"
import { readMedusaState } from "../setup/store/medusa-state"
import { databaseOf, readPayment } from "../setup/store/ledger"
import { later } from "../setup/store/later"
import { openPayment } from "../setup/store/open-payment"
import {
  eventsUrl,
  PaymentEvents,
  paymentUrl,
} from "../../harness/shop/payment-events"
import { plansOf } from "../setup/postgres/plans"
import { setQuantity } from "../setup/store/set-quantity"
import { returnUrl } from "../../harness/gateway/return-url"
import { settled } from "../setup/store/settled"
import { storeTest, type TestStore } from "../setup/store/store"
import { visit } from "../../harness/shop/visit"
import { waitFor } from "../../harness/wait-for"
import { paidWebhook, postSigned } from "../../harness/gateway/webhooks"

type State = Partial<StorePaymentResponse> & { message?: string }

const read = async (store: TestStore, sessionId: string) =>
  await store.shopper.call<State>("GET", paymentUrl("", sessionId))

/** The listening connections, as PostgreSQL lists them. */
async function listening(store: TestStore): Promise<number[]> {
  return await databaseOf(store)("pg_stat_activity")
    .where({ application_name: CONNECTION_NAME })
    .whereRaw("datname = current_database()")
    .pluck("pid")
}

/** Opens streams that are closed after each test. */
function streamsOf(store: TestStore) {
  const open: PaymentEvents[] = []
  afterEach(() => open.splice(0).forEach((events) => events.close()))
  return async (sessionId: string, headers?: Record<string, string>) => {
    const events = await PaymentEvents.open(store, sessionId, headers)
    open.push(events)
    return events
  }
}

storeTest({
  tests: (store) => {
    const watch = streamsOf(store)

    describe.each(RAILS)("the state of a %s payment", (rail) => {
      it("shows where to pay, and at the end the order", async () => {
        const { id, session, cart } = await openPayment(store, rail)

        const before = await read(store, session.id)
        expect(before).toEqual({
          status: 200,
          body: {
            payment: {
              session_id: session.id,
              rail,
              status: "pending",
              amount: "12.50",
              currency: session.data.currency,
              chain:
                rail === "onchain"
                  ? { code: "POLYGON", name: "Polygon" }
                  : null,
              redirect_url: session.data.redirect_url,
              expires_at: session.data.expires_at,
              final: false,
            },
            now: expect.any(String),
          },
        })
        // Buyers' devices use it to compute the time left.
        const now = Date.parse(before.body.now ?? "")
        expect(Math.abs(now - Date.now())).toBeLessThan(10_000)
        await store.sandbox.pay({ orderNo: id })
        await settled(store)

        const { orders } = await readMedusaState(store, cart)
        const after = await read(store, session.id)
        expect(after.body.payment).toMatchObject({
          status: "paid",
          redirect_url: null,
          order_id: orders[0]!.id,
          final: true,
        })
        if (rail === "onchain") {
          expect(after.body.payment).toMatchObject({
            // A test transfer is on no explorer.
            transaction: { hash: expect.stringMatching(/^0x/), url: null },
          })
        }
      })

      it("is still found by its former session when the money arrives late", async () => {
        const { id, session, cart } = await openPayment(store, rail)
        await store.shopper.startSession(cart, PROVIDERS[rail])
        const events = await watch(session.id)
        await events.payment(({ status }) => status !== "paid")

        await store.sandbox.pay({ orderNo: id })
        await settled(store)

        const { session_id } = await readPayment(store, id)
        expect(session_id).not.toBe(session.id)
        const [former, current] = [
          await read(store, session.id),
          await read(store, String(session_id)),
        ]
        expect(former.body.payment).toMatchObject({
          session_id: session.id,
          status: "paid",
          order_id: expect.any(String),
        })
        expect(current.body.payment).toEqual({
          ...former.body.payment,
          session_id,
        })
        expect((await events.rest()).at(-2)).toMatchObject({
          payment: former.body.payment,
        })
      })
    })

    it("leads from an ended payment to the one that replaced it", async () => {
      const { id, session, cart } = await openPayment(store, "hosted")
      const second = await store.shopper.startSession(cart, PROVIDERS.onchain)
      await later(store)
      const first = await watch(session.id)
      const given_up = { status: "abandoned", replaced_by: second.id }
      expect((await first.payment()).payment).toMatchObject(given_up)
      const events = await watch(second.id)
      expect((await events.payment()).payment).not.toHaveProperty("replaced_by")

      await store.sandbox.pay({ orderNo: id })

      const replaced = await events.payment(({ replaced_by }) => !!replaced_by)
      expect(replaced.payment).toMatchObject({
        status: "pending",
        redirect_url: null,
      })
      await settled(store)
      await later(store)
      const { session_id } = await readPayment(store, id)
      const last = (await events.rest()).at(-2)
      expect(last).toMatchObject({
        payment: { status: "cancelled", replaced_by: session_id },
      })
      const paid = await first.payment(({ final }) => final)
      expect(paid.payment).toMatchObject({ status: "paid" })
      expect(paid.payment).not.toHaveProperty("replaced_by")
    })

    it("leads a waiting tab immediately from an ended payment to a new one", async () => {
      const { id, session, cart } = await openPayment(store, "hosted")
      await store.sandbox.fail({ orderNo: id })
      await settled(store)
      const events = await watch(session.id)
      expect((await events.payment()).payment).not.toHaveProperty("replaced_by")

      const second = await store.shopper.startSession(cart, PROVIDERS.onchain)

      expect((await events.payment()).payment).toMatchObject({
        status: "failed",
        replaced_by: second.id,
      })
    })

    it("lets a buyer pay for a changed cart after money that no longer fits", async () => {
      const { id, session, cart } = await openPayment(store, "hosted")
      await setQuantity(store, cart.id, 2)
      const second = await store.shopper.startSession(cart, PROVIDERS.onchain)
      const events = await watch(session.id)

      await store.sandbox.pay({ orderNo: id })

      const { payment } = await events.payment(
        ({ under_review }) => !!under_review
      )
      expect(payment).toMatchObject({ status: "paid", final: false })
      const current = (await read(store, second.id)).body.payment
      expect(current).toMatchObject({ redirect_url: expect.any(String) })
      expect(current).not.toHaveProperty("replaced_by")
      expect(current).not.toHaveProperty("under_review")
    })

    it("offers no further payment after a wrong amount, until the exception is resolved", async () => {
      const open = await openPayment(store, "onchain")
      const events = await watch(open.session.id)
      await events.payment()

      await visit(returnUrl(store.sandbox, open.id, "success"))
      const back = await events.payment()
      expect(back.payment).toMatchObject({
        returned: "success",
        redirect_url: open.session.data.redirect_url,
      })
      const paid = paidWebhook(store, open, { amount: 9 })
      await postSigned(store, "onchain", paid)

      const reviewed = await events.payment(
        ({ under_review }) => !!under_review
      )
      expect(reviewed.payment).toMatchObject({
        status: "pending",
        redirect_url: null,
        final: false,
      })
      await databaseOf(store)("stablecoin_exception")
        .where({ payment_id: open.id })
        .update({ status: "resolved", resolved_by: "user_1" })
      const answered = await events.payment(({ under_review }) => !under_review)
      expect(answered.payment).toEqual(back.payment)
    })

    it.each([
      ["of another provider", "payses_01JD8ZZZZZZZZZZZZZZZZZZZZZ"],
      ["with a zero byte", "payses_1%00"],
      ["that is overlong", `payses_${"1".repeat(5_000)}`],
      ["that is no id", "'%20OR%201=1--"],
    ])(
      "a session %s is unknown, and answered with a 404",
      async (_, session) => {
        for (const path of [paymentUrl("", session), eventsUrl("", session)]) {
          expect(await store.shopper.call("GET", path)).toMatchObject({
            status: 404,
            body: {
              type: "not_found",
              message: expect.stringContaining("No stablecoin payment"),
            },
          })
        }
      }
    )

    it("a request without the publishable key gets no state", async () => {
      const { session } = await openPayment(store, "onchain")
      const urls = [paymentUrl, eventsUrl].map((of) =>
        of(store.url, session.id)
      )
      for (const url of urls) {
        const answer = await fetch(url)
        expect(answer.status).toBe(400)
        expect(await answer.text()).toContain("Publishable API key required")
      }
    })

    describe("events", () => {
      it("begin with the state, report each change immediately, and end with the order", async () => {
        const { id, session, cart } = await openPayment(store, "onchain")
        const events = await watch(session.id)

        const { status, headers } = events.response
        expect([status, headers.get("content-type")]).toEqual([
          200,
          "text/event-stream; charset=utf-8",
        ])
        expect(headers.get("cache-control")).toBe("no-cache, no-transform")
        expect(headers.get("x-accel-buffering")).toBe("no")
        const first = await events.payment()
        expect(first).toEqual({
          event: "payment",
          id: expect.stringMatching(/^[\w-]{22}$/),
          payment: (await read(store, session.id)).body.payment,
          now: expect.any(String),
        })
        expect(Math.abs(Date.parse(first.now) - Date.now())).toBeLessThan(
          10_000
        )

        await store.sandbox.pay({ orderNo: id })
        const paid = await events.payment()
        expect(paid.payment).toMatchObject({
          status: "paid",
          redirect_url: null,
        })
        const rest = await events.rest()
        const { orders } = await readMedusaState(store, cart)
        expect(rest).toEqual([
          {
            event: "payment",
            id: expect.any(String),
            payment: {
              ...paid.payment,
              order_id: orders[0]!.id,
              final: true,
            },
            now: expect.any(String),
          },
          { event: "end", reason: "last" },
        ])
      })

      it("continue after a failure, which may not be final, and end with a cancellation", async () => {
        const hosted = await openPayment(store, "hosted")
        const onchain = await openPayment(store, "onchain")
        const failing = await watch(hosted.session.id)
        const cancelled = await watch(onchain.session.id)

        await store.sandbox.fail({ orderNo: hosted.id })
        await failing.payment(({ status }) => status === "failed")
        await store.sandbox.pay({ orderNo: hosted.id })
        await failing.payment(({ order_id }) => order_id !== undefined)
        await store.sandbox.cancel({ orderNo: onchain.id })
        await cancelled.payment(({ status }) => status === "cancelled")

        const end = [{ event: "end", reason: "last" }]
        expect(await failing.rest()).toEqual(end)
        expect(await cancelled.rest()).toEqual(end)
      })

      it("report only new states to a client that reconnects", async () => {
        const { id, session } = await openPayment(store, "onchain")
        const before = await (await watch(session.id)).payment()
        const back = await watch(session.id, { "Last-Event-ID": before.id })

        await store.sandbox.pay({ orderNo: id })

        expect(await back.payment()).toMatchObject({
          payment: { status: "paid" },
        })
        const last = (await back.rest()).at(-2) as { id: string }
        const again = await watch(session.id, { "Last-Event-ID": last.id })
        expect(await again.rest()).toEqual([{ event: "end", reason: "last" }])
      })

      it("reach every tab over one connection, and again after it was cut", async () => {
        const { id, session } = await openPayment(store, "onchain")
        const tabs = await Promise.all(
          Array.from({ length: 20 }, async () => await watch(session.id))
        )
        await Promise.all(tabs.map(async (tab) => await tab.payment()))
        const [pid, ...others] = await waitFor(
          "the store to listen",
          async () => {
            const pids = await listening(store)
            return pids.length > 0 && pids
          }
        )
        expect(others).toEqual([])

        await databaseOf(store).raw("SELECT pg_terminate_backend(?)", [pid])
        await waitFor("the store to listen again", async () => {
          const pids = await listening(store)
          return pids.length === 1 && pids[0] !== pid
        })
        await store.sandbox.pay({ orderNo: id })

        for (const tab of tabs) {
          await tab.payment(({ order_id }) => order_id !== undefined)
        }
      })

      it("lose no change that happens while the connection is cut", async () => {
        const { id, session } = await openPayment(store, "hosted")
        const events = await watch(session.id)
        await events.payment()
        const db = databaseOf(store)
        await waitFor("the store to listen", async () => {
          return (await listening(store)).length === 1
        })

        // One statement, so that the notification is sent before anything
        // listens again.
        await db.raw(
          `WITH cut AS MATERIALIZED (
             SELECT pg_terminate_backend(pid, 1000) AS done FROM pg_stat_activity
             WHERE application_name = ? AND datname = current_database())
           UPDATE stablecoin_payment SET expires_at = now()
           WHERE id = ? AND (SELECT bool_and(done) FROM cut)`,
          [CONNECTION_NAME, id]
        )

        const { payment } = await events.payment()
        expect(payment.redirect_url).toBeNull()
      })

      it("use nothing more after the client has disconnected", async () => {
        const { id, session } = await openPayment(store, "onchain")
        const shown = vi.spyOn(EventStream.prototype, "show")
        const gone = await watch(session.id)
        await gone.payment()
        const [left] = shown.mock.contexts as EventStream[]
        gone.close()
        await new Promise<void>((resolve) => left!.onceClosed(resolve))

        shown.mockClear()
        const stays = await watch(session.id)
        await stays.payment()
        await store.sandbox.pay({ orderNo: id })
        await stays.payment()

        expect(shown.mock.contexts).not.toContain(left)
        shown.mockRestore()
      })

      it("are not opened by HEAD, which gets its response immediately", async () => {
        const { session } = await openPayment(store, "onchain")
        const answer = await fetch(eventsUrl(store.url, session.id), {
          method: "HEAD",
          headers: { "x-publishable-api-key": store.seeded.publishable_key },
        })
        expect(answer.status).toBe(200)
        expect(await answer.text()).toBe("")
      })
    })

    it("reading a payment uses an index in every table, at any size", async () => {
      const { id, session } = await openPayment(store, "onchain")
      await store.sandbox.pay({ orderNo: id })
      await settled(store)
      const { connectionString } = databaseOf(store).client.config.connection
      const db = createPgConnection({ clientUrl: connectionString }) as Knex
      try {
        const { statements, scanned } = await plansOf(db, () =>
          db.transaction(async (trx) => {
            // PostgreSQL scans tables as small as these unless
            // disabled.
            await trx.raw("SET LOCAL enable_seqscan = off")
            expect(await findStreamedPayment(trx, session.id)).toMatchObject({
              payment: { id, status: "paid" },
            })
          })
        )
        expect(statements).toBe(2)
        expect(scanned).toEqual([])
      } finally {
        await db.destroy()
      }
    })

    it("an expired payment has no payment link", async () => {
      const { id, session } = await openPayment(store, "hosted")
      await databaseOf(store)("stablecoin_payment")
        .where({ id })
        .update({ expires_at: new Date() })
      expect((await read(store, session.id)).body.payment).toMatchObject({
        status: "pending",
        redirect_url: null,
      })
      await later(store)
      expect((await read(store, session.id)).body.payment).toMatchObject({
        status: "abandoned",
        redirect_url: null,
      })
    })
  },
})
