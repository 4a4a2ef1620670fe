import { readBooks } from "../setup/books"
import { Desk } from "../setup/desk"
import { databaseOf, openExceptions, readPayment } from "../setup/ledger"
import { openPayment } from "../setup/open-payment"
import { settled } from "../setup/settled"
import { storeTest, type TestStore } from "../setup/store"
import { PAID_EVENTS } from "../setup/webhooks"

jest.setTimeout(120_000)

type Row = Record<string, unknown>

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
      const { order } = (await desk.get(`payments/${paid.id}`)).body.payment
      const { id: order_id, display_id: number } = order as Row
      expect(order_id).toBe(row.order_id)
      // Of the same amount, and not paid: then by their ids.
      const hosted = [silent.id, open.id].sort().reverse()

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
        ["q=%239999999999", []],
        [`q=${number}`, [paid.id]],
        [`q=%23${number}&status=paid`, [paid.id]],
        [`q=${number}&status=pending`, []],
        ["order=-amount", [paid.id, ...hosted].sort().reverse()],
        ["order=-paid_at&limit=1", [paid.id]],
        ["order=-paid_at&rail=hosted&created_at[$gt]=2020-01-01", hosted],
        [
          "order=amount&rail=hosted&created_at[$gt]=2020-01-01",
          [...hosted].reverse(),
        ],
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
        payments: [{ order: null }, { order: null }],
      })
      const { body: listed } = await desk.get("payments?status=paid")
      expect(listed.payments).toMatchObject([{ order }])
      // Where the payment's row does not know it, its collection does.
      await databaseOf(store)("stablecoin_payment").update({ order_id: null })
      const { body: unnoted } = await desk.get(`payments?q=${number}`)
      expect(unnoted.payments).toMatchObject([{ id: paid.id, order }])
      for (const query of [
        "rail=cash",
        "status=lost",
        "never_answered=maybe",
        "order=checkout_token",
        "checkout_token=1",
        "payment_id=1",
        "limit=0",
        "order=status",
        "with_deleted=true",
        "created_at[$gt]=%2B012026-01-01",
        "created_at[$lt]=0000-01-01",
        "q=%00",
        "account=%00",
      ]) {
        await desk.refusesQuery(`payments?${query}`)
      }
      await desk.refusesQuery("payments/%00")
      const far = await desk.refusesQuery("payments?offset=10001")
      expect(far).toMatch(/at most 10000: narrow the list by created_at/)
      expect((await desk.get("payments?offset=10000")).body).toMatchObject({
        count: 3,
        payments: [],
      })
    })

    it("more than 10,000 payments are not counted, nor paged through", async () => {
      const db = databaseOf(store)
      const { id } = await openPayment(store, "hosted")
      const { rows } = await db.raw<{ rows: { columns: string }[] }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS columns
         FROM information_schema.columns
         WHERE table_name = 'stablecoin_payment'
           AND column_name NOT IN ('id', 'session_id', 'created_at', 'next_look_at')`
      )
      await db.raw(
        `INSERT INTO stablecoin_payment (id, session_id, created_at, ${rows[0]!.columns})
         SELECT 'stpay_' || i, 'payses_' || i, now() - make_interval(secs => i), ${rows[0]!.columns}
         FROM stablecoin_payment, generate_series(1, 10000) AS i WHERE id = ?`,
        [id]
      )
      for (const query of ["", "rail=hosted&", "currency=USDT&order=amount&"]) {
        const { body } = await desk.get(`payments?${query}limit=5&offset=9998`)
        expect(body).toMatchObject({ count: 10_000, count_exceeded: true })
        expect(body.payments).toHaveLength(3)
      }
      const since = new Date(Date.now() - 5_000_000).toISOString()
      const { body } = await desk.get(
        `payments?created_at[$gt]=${since}&order=-amount`
      )
      expect(body.count).toBeGreaterThan(4_900)
      expect(body.count).toBeLessThan(5_002)
      expect(Object.keys(body)).not.toContain("count_exceeded")
      expect(body.payments).toHaveLength(20)
    })

    it("a payment's own page has its way to pay while it waits for the buyer, its address, and who it is of", async () => {
      const { id, cart } = await openPayment(store, "onchain")
      const row = await readPayment(store, id)
      expect((await desk.get(`payments/${id}`)).body.payment).toMatchObject({
        destination_address: row.destination_address,
        payment_link: row.redirect_url,
        order: null,
        customer: { id: row.customer_id, email: expect.stringContaining("@") },
      })
      await databaseOf(store)("stablecoin_payment")
        .where({ id })
        .update({ customer_id: null })
      expect((await desk.get(`payments/${id}`)).body.payment.customer).toEqual({
        id: null,
        email: (await databaseOf(store)("cart").where({ id: cart.id }).first())
          .email,
      })
      const late = { expires_at: new Date(Date.now() - 1) }
      await databaseOf(store)("stablecoin_payment").where({ id }).update(late)
      expect((await desk.get(`payments/${id}`)).body.payment).toMatchObject({
        payment_link: null,
      })
      await store.sandbox.pay({ orderNo: id })
      await settled(store)
      expect((await desk.get(`payments/${id}`)).body.payment).toMatchObject({
        status: "paid",
        payment_link: null,
        order: { display_id: expect.any(Number) },
      })
    })

    it("a payment shows its timeline, and nobody's way to pay it once it is paid", async () => {
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
      const hidden = [row.checkout_token, ...NEVER_SHOWN]
      const places: [path: string, hidden: unknown[]][] = [
        ["payments", [...hidden, row.destination_address, ...NOT_IN_LISTS]],
        [`payments/${id}`, hidden],
      ]
      for (const [path, secrets] of places) {
        const names = [...NEVER_SHOWN, ...NOT_IN_LISTS]
        for (const fields of [
          "",
          names.join(","),
          names.map((field) => `%2B${field}`).join(","),
          "redirect_url",
          "*",
          "**",
          "id,%2Bdestination_address",
        ]) {
          const answer = await desk.get(`${path}?fields=${fields}`)
          expect([200, 400]).toContain(answer.status)
          const text = JSON.stringify(answer)
          for (const secret of secrets) {
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
