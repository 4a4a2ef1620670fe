import { readBooks } from "../setup/books"
import { Desk } from "../setup/desk"
import { databaseOf, openExceptions, readPayment } from "../setup/ledger"
import { openPayment } from "../setup/open-payment"
import { settled } from "../setup/settled"
import { storeTest, type TestStore } from "../setup/store"
import { PAID_EVENTS } from "../setup/webhooks"

jest.setTimeout(120_000)

const ORDERED = { orders: [{ status: "pending" }], captures: [12.5] }

const NEVER_SHOWN = [
  "checkout_token",
  "redirect_url",
  "app_url",
  "intent_url",
  "lease_owner",
  "leased_until",
  "details",
]

/** A payment's own page has what an admin sends a buyer who asks for it; a list has nobody's. */
const NOT_IN_LISTS = ["destination_address", "payment_link"]

/** Pays, and the webhook about it is lost. */
async function payUnheard(store: TestStore, id: string): Promise<void> {
  store.sandbox.faultDeliveries({ event: PAID_EVENTS.onchain, kind: "drop" })
  await store.sandbox.pay({ orderNo: id })
}

async function sourcesOf(store: TestStore, id: string, kind: string) {
  return await databaseOf(store)("stablecoin_fact")
    .where({ payment_id: id, kind })
    .pluck("source")
}

storeTest({
  tests: (store) => {
    const desk = new Desk(store)
    beforeAll(async () => {
      await desk.admin.enrol()
    })

    const gatewayIsDown = () =>
      store.sandbox.fault({
        api: "business",
        kind: "status",
        status: 503,
        times: 50,
      })

    it("an admin finds a payment by what is known of it", async () => {
      const paid = await openPayment(store, "onchain")
      await store.sandbox.pay({ orderNo: paid.id })
      const silent = await openPayment(store, "hosted")
      const open = await openPayment(store, "hosted", { currency: "USDC" })
      await databaseOf(store)("stablecoin_payment")
        .whereIn("id", [paid.id, silent.id])
        .update({ expires_at: new Date(Date.now() - 1) })
      const row = await readPayment(store, paid.id)
      const { account } = await readPayment(store, open.id)

      const found: [query: string, ids: string[]][] = [
        ["", [open.id, silent.id, paid.id]],
        ["order=created_at&limit=1&offset=1", [silent.id]],
        ["rail=onchain", [paid.id]],
        ["status=paid", [paid.id]],
        ["status[]=paid&status[]=pending&rail=hosted", [open.id, silent.id]],
        ["chain=POLYGON", [paid.id]],
        ["currency=USDC", [open.id]],
        ["mode=live", []],
        [`account=${String(account)}`, [open.id, silent.id]],
        ["created_at[$lt]=2020-01-01", []],
        [
          `payment_collection_id=${silent.cart.payment_collection_id}`,
          [silent.id],
        ],
        [`cart_id=${open.cart.id}`, [open.id]],
        [`order_id=${String(row.order_id)}`, [paid.id]],
        ["never_answered=true", [silent.id]],
        ["never_answered=true&status=paid", []],
        [`never_answered=true&q=${open.id}`, []],
        [`q=${open.id}`, [open.id]],
        [`q=%20${open.session.id}%20`, [open.id]],
        [`q=${String(row.gateway_id)}`, [paid.id]],
        [
          `q=${String(row.tx_hash).toUpperCase().replace("0X", "0x")}`,
          [paid.id],
        ],
        [`q=${String(row.reference)}`, [paid.id]],
        [`q=${String(row.checkout_token)}`, []],
        ["q=stpay%25", []],
      ]
      for (const [query, ids] of found) {
        const { body } = await desk.get(`payments?${query}`)
        expect({ query, ids: body.payments?.map(({ id }) => id) }).toEqual({
          query,
          ids,
        })
      }
      expect((await desk.get("payments?limit=2")).body).toMatchObject({
        count: 3,
        offset: 0,
        limit: 2,
      })
      for (const query of [
        "rail=cash",
        "status=lost",
        "never_answered=maybe",
        "order=checkout_token",
        "checkout_token=1",
        "payment_id=1",
        "limit=0",
      ]) {
        await desk.refusesQuery(`payments?${query}`)
      }
    })

    it("a payment shows its timeline, and nobody's way to pay it", async () => {
      const { id } = await openPayment(store, "onchain")
      await store.sandbox.pay({ orderNo: id })
      await settled(store)

      const { status, body } = await desk.get(`payments/${id}`)

      expect({ status, payment: body.payment }).toMatchObject({
        status: 200,
        payment: {
          id,
          status: "paid",
          amount: "12.50",
          account: expect.any(String),
        },
      })
      expect(body.facts).toEqual([
        {
          id: expect.any(String),
          kind: "started",
          source: "start",
          status_before: "creating",
          status_after: "pending",
          delivery_id: null,
          created_at: expect.any(String),
        },
        expect.objectContaining({
          kind: "paid",
          source: "webhook",
          status_before: "pending",
          status_after: "paid",
          delivery_id: expect.stringMatching(/^stdel_/),
        }),
      ])
      const row = await readPayment(store, id)
      const secrets = [row.checkout_token, row.destination_address]
      for (const path of ["payments", `payments/${id}`]) {
        for (const fields of [
          "",
          NEVER_SHOWN.join(","),
          NEVER_SHOWN.map((field) => `%2B${field}`).join(","),
          "redirect_url",
          "*",
          "**",
          "id,%2Bdestination_address",
        ]) {
          const answer = await desk.get(`${path}?fields=${fields}`)
          expect([200, 400]).toContain(answer.status)
          const text = JSON.stringify(answer)
          for (const secret of [...secrets, ...NEVER_SHOWN]) {
            expect(secret).toEqual(expect.any(String))
            expect({ path, fields, text }).not.toEqual({
              path,
              fields,
              text: expect.stringContaining(String(secret)),
            })
          }
        }
      }
      const chosen = await desk.get(`payments/${id}?fields=id,status`)
      expect(chosen.body.payment).toEqual({ id, status: "paid" })
      expect((await desk.get("payments/stpay_none")).status).toBe(404)
    })

    it("payments are shown to nobody who is not logged in", async () => {
      await desk.isClosed("GET", "payments")
      await desk.isClosed("GET", "payments/stpay_1")
    })

    it("sync finds the money of a webhook that was lost, and its order", async () => {
      const { id, cart } = await openPayment(store, "onchain")
      await payUnheard(store, id)

      const { status, body } = await desk.post(`payments/${id}/sync`)

      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          asked: true,
          settled: true,
          payment: { id, status: "paid", order_id: expect.any(String) },
        },
      })
      expect(await readBooks(store, cart)).toMatchObject(ORDERED)
      expect(await sourcesOf(store, id, "paid")).toEqual(["admin"])
      const row = await readPayment(store, id)
      const secrets = [row.checkout_token, row.destination_address]
      for (const secret of secrets) {
        expect(secret).toEqual(expect.any(String))
        expect(JSON.stringify(body)).not.toContain(secret)
      }
      expect(Object.keys(body.payment)).not.toContain("lease_owner")
    })

    it("sync of a hosted payment says that it could not ask", async () => {
      const { id } = await openPayment(store, "hosted")
      const { status, body } = await desk.post(`payments/${id}/sync`)
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { asked: false, settled: true, payment: { status: "pending" } },
      })
    })

    it("cancel ends an open order at the gateway and in Medusa, once", async () => {
      const { id, cart } = await openPayment(store, "onchain")

      const { status, body } = await desk.post(`payments/${id}/cancel`)

      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          may_still_be_paid: false,
          settled: true,
          payment: { id, status: "cancelled" },
        },
      })
      const order = store.sandbox.orders().find((each) => each.orderNo === id)
      expect(order?.status).toBe("cancelled")
      await settled(store)
      expect(await readBooks(store, cart)).toMatchObject({
        orders: [],
        sessions: [{ status: "canceled" }],
      })
      await desk.refuses(`payments/${id}/cancel`, {}, 409, "has ended already")
    })

    it("cancel gives a hosted payment up, and money that comes all the same is not lost", async () => {
      const { id, cart } = await openPayment(store, "hosted")

      const { status, body } = await desk.post(`payments/${id}/cancel`)

      expect({ status, body }).toMatchObject({
        status: 200,
        body: { may_still_be_paid: true, payment: { status: "abandoned" } },
      })
      expect(await sourcesOf(store, id, "abandoned")).toEqual(["admin"])
      await desk.refuses(`payments/${id}/cancel`, {}, 409, "may still be paid")
      await store.sandbox.pay({ orderNo: id })
      await settled(store)
      expect(await readPayment(store, id)).toMatchObject({ status: "paid" })
      expect(await readBooks(store, cart)).toMatchObject(ORDERED)
      expect(await openExceptions(store)).toEqual([])
    })

    it("cancel never cancels what is paid, also when only the gateway knows it yet", async () => {
      const { id, cart } = await openPayment(store, "onchain")
      await payUnheard(store, id)

      const { status, body } = await desk.post(`payments/${id}/cancel`)

      expect({ status, body }).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining("paid in the meantime") },
      })
      await settled(store)
      expect(await readBooks(store, cart)).toMatchObject(ORDERED)
      await desk.refuses(`payments/${id}/cancel`, {}, 409, "it is paid")
    })

    it("a gateway that is down is named, and nothing changes", async () => {
      const { id } = await openPayment(store, "onchain")
      gatewayIsDown()
      for (const act of ["sync", "cancel"]) {
        await desk.refuses(
          `payments/${id}/${act}`,
          {},
          503,
          "gave no good answer, and nothing was changed"
        )
      }
      const order = store.sandbox.orders().find((each) => each.orderNo === id)
      expect(order?.status).toBe("pending")
    })

    it("there is nothing to do for a payment that is not there", async () => {
      for (const act of ["sync", "cancel"]) {
        await desk.refuses(
          `payments/stpay_none/${act}`,
          {},
          404,
          "no stablecoin payment stpay_none"
        )
      }
    })
  },
})
