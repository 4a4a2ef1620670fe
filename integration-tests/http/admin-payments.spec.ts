import { PAID_EVENTS } from "../../harness/gateway/webhooks"
import { AdminOperations } from "../setup/admin/admin-api"
import { databaseOf, readPayment } from "../setup/store/ledger"
import { openPayment } from "../setup/store/open-payment"
import { settled } from "../setup/store/settled"
import { writeRefundDue } from "../setup/store/refund-due"
import { stablecoinOf } from "../setup/store/stablecoin"
import { storeTest } from "../setup/store/store"

type Row = Record<string, unknown>

storeTest({
  tests: (store) => {
    const api = new AdminOperations(store)
    beforeAll(async () => {
      await api.admin.enrol()
    })

    it("filters and searches payments", async () => {
      const paid = await openPayment(store, "onchain")
      await store.sandbox.pay({ orderNo: paid.id })
      const silent = await openPayment(store, "hosted")
      const open = await openPayment(store, "hosted", { currency: "USDC" })
      await databaseOf(store)("stablecoin_payment")
        .whereIn("id", [paid.id, silent.id])
        .update({ expires_at: new Date(Date.now() - 1) })
      const row = await readPayment(store, paid.id)
      const { account, checkout_token } = await readPayment(store, open.id)
      const token = String(checkout_token)
      expect(token).not.toBe("null")
      const { order } = (await api.get(`payments/${paid.id}`)).body.payment
      const { id: order_id, display_id: number } = order as Row
      expect(order_id).toBe(row.order_id)
      // Same amount and both unpaid, so sorted by id.
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
        [`q=${String(row.customer_id)}&rail=onchain`, [paid.id]],
        [`q=${open.cart.id}`, [open.id]],
        [`q=${open.cart.payment_collection_id}`, [open.id]],
        [`q=${String(row.order_id)}`, [paid.id]],
        [`q=${String(row.gateway_id).toUpperCase()}`, [paid.id]],
        [`q=${String(row.destination_address).toUpperCase()}`, [paid.id]],
        [`q=${encodeURIComponent(token)}`, []],
        ["q=stpay%25", []],
        ["q=%239999999999", []],
        [`q=${number}`, [paid.id]],
        [`q=%23${number}&status=paid`, [paid.id]],
        [`q=${number}&status=pending`, []],
        ["needs_attention=true", []],
        ["order=-amount", [paid.id, ...hosted].sort().reverse()],
        ["order=-paid_at&limit=1", [paid.id]],
        ["order=-paid_at&rail=hosted&created_at[$gt]=2020-01-01", hosted],
        [
          "order=amount&rail=hosted&created_at[$gt]=2020-01-01",
          [...hosted].reverse(),
        ],
      ]
      for (const [query, ids] of found) {
        const { body } = await api.get(`payments?${query}`)
        expect({ query, ids: body.payments?.map(({ id }) => id) }).toEqual({
          query,
          ids,
        })
      }
      expect((await api.get("payments?limit=2")).body).toMatchObject({
        count: 3,
        offset: 0,
        limit: 2,
        payments: [{ order: null }, { order: null }],
      })
      const { body: listed } = await api.get("payments?status=paid")
      expect(listed.payments).toMatchObject([{ order }])
      // Without an order id in the row, the order is found by its collection.
      await databaseOf(store)("stablecoin_payment").update({ order_id: null })
      const { body: unnoted } = await api.get(`payments?q=${number}`)
      expect(unnoted.payments).toMatchObject([{ id: paid.id, order }])
      for (const query of [
        "never_answered=maybe",
        "order=checkout_token",
        "checkout_token=1",
        "order=status",
        "created_at[$gt]=%2B012026-01-01",
        "created_at[$lt]=0000-01-01",
        "q=%00",
      ]) {
        await api.refusesQuery(`payments?${query}`)
      }
      await api.refusesQuery("payments/%00")
      for (const [query, words] of [
        [
          "payments?status=nope",
          "'creating, pending, abandoned, failed, cancelled, paid' for field 'status', but got: 'nope'",
        ],
        [
          "payments?rail[]=hosted&rail[]=cash",
          "'hosted, onchain' for field 'rail', but got: 'cash'",
        ],
        ["payments?status[not]=paid", "but got: 'object'"],
        ["webhooks?status=nope", "for field 'status', but got: 'nope'"],
        ["webhooks?rail=cash", "'hosted, onchain' for field 'rail'"],
        ["exceptions?status=nope", "'open, resolved' for field 'status'"],
        ["exceptions?kind=nope", "never_answered"],
        ["refunds?status=nope", "for field 'status', but got: 'nope'"],
      ] as const) {
        const message = await api.refusesQuery(query)
        expect(message).toContain(words)
        expect(message).toMatch(/^Invalid request: Expected: '\w+, /)
      }
      const far = await api.refusesQuery("payments?offset=10001")
      expect(far).toMatch(/at most 10000: narrow the list by created_at/)
      expect((await api.get("payments?offset=10000")).body).toMatchObject({
        count: 3,
        payments: [],
      })
    })

    it("finds payments, exceptions and refunds by the customer's e-mail address", async () => {
      const db = databaseOf(store)
      const guest = await openPayment(store, "onchain")
      const ada = await openPayment(store, "hosted")
      await store.sandbox.pay({ orderNo: ada.id })
      await settled(store)
      await db.raw(
        `INSERT INTO customer (id, email, has_account)
         SELECT 'cus_ada', 'ada.lovelace@example.com', true`
      )
      // This payment was started before the cart had a customer.
      await db("stablecoin_payment")
        .where({ id: ada.id })
        .update({ customer_id: null, cart_id: null })
      await db("order").update({ customer_id: "cus_ada" })
      const opened = await stablecoinOf(store).exceptions.open(ada.id, {
        kind: "already_covered",
        key: ada.id,
        details: {},
      })
      const found: [query: string, ids: string[]][] = [
        ["buyer@example.com", [guest.id]],
        ["BUYER@Example.com", [guest.id]],
        ["ada.lovelace@example.com", [ada.id]],
        ["ada", []],
      ]
      for (const [q, ids] of found) {
        const { body } = await api.get(`payments?q=${encodeURIComponent(q)}`)
        expect({ q, ids: body.payments.map(({ id }) => id) }).toEqual({
          q,
          ids,
        })
      }
      const { body } = await api.get("exceptions?q=ada.lovelace@example.com")
      expect(body.exceptions.map(({ id }) => id)).toEqual([opened[0]?.id])
    })

    it("shows what was received, and marks and filters the payments that need the merchant", async () => {
      const wrong = await openPayment(store, "onchain")
      store.sandbox.trigger(
        PAID_EVENTS.onchain,
        { orderNo: wrong.id },
        { amount: 9.99 }
      )
      const refunded = await openPayment(store, "hosted")
      await store.sandbox.pay({ orderNo: refunded.id })
      const open = await openPayment(store, "hosted")
      await settled(store)
      await writeRefundDue(store, refunded.id, "Returned.")

      const { body } = await api.get("payments?needs_attention=true")
      const all = await api.get("payments")
      const shown = (rows: Row[]) =>
        Object.fromEntries(
          rows.map(({ id, received, needs_attention }) => [
            id,
            { received, needs_attention },
          ])
        )
      expect(shown(body.payments)).toEqual({
        [wrong.id]: {
          received: {
            amount: "9.99",
            currency: "USDT",
            chain: "POLYGON",
            source: "reported",
          },
          needs_attention: true,
        },
        [refunded.id]: {
          received: {
            amount: "12.50",
            currency: "USDT",
            chain: null,
            source: "paid",
          },
          needs_attention: true,
        },
      })
      expect(shown(all.body.payments)[open.id]).toEqual({
        received: null,
        needs_attention: false,
      })
      const both = await api.get(
        `payments?needs_attention=true&q=${wrong.id}&order=-amount`
      )
      expect(both.body).toMatchObject({
        count: 1,
        payments: [{ id: wrong.id }],
      })
    })

    it("neither counts nor pages through more than 10,000 payments", async () => {
      const db = databaseOf(store)
      const { id } = await openPayment(store, "hosted")
      const { rows } = await db.raw<{ rows: { columns: string }[] }>(
        `SELECT string_agg(quote_ident(column_name), ', ') AS columns
         FROM information_schema.columns
         WHERE table_name = 'stablecoin_payment'
           AND column_name NOT IN ('id', 'session_id', 'created_at', 'open_slot')`
      )
      await db.raw(
        `INSERT INTO stablecoin_payment (id, session_id, created_at, ${rows[0]!.columns})
         SELECT 'stpay_' || i, 'payses_' || i, now() - make_interval(secs => i), ${rows[0]!.columns}
         FROM stablecoin_payment, generate_series(1, 10000) AS i WHERE id = ?`,
        [id]
      )
      for (const query of ["", "rail=hosted&", "currency=USDT&order=amount&"]) {
        const { body } = await api.get(`payments?${query}limit=5&offset=9998`)
        expect(body).toMatchObject({ count: 10_000, count_exceeded: true })
        expect(body.payments).toHaveLength(3)
      }
      const since = new Date(Date.now() - 5_000_000).toISOString()
      const { body } = await api.get(
        `payments?created_at[$gt]=${since}&order=-amount`
      )
      expect(body.count).toBeGreaterThan(4_900)
      expect(body.count).toBeLessThan(5_002)
      expect(Object.keys(body)).not.toContain("count_exceeded")
      expect(body.payments).toHaveLength(20)
    })
  },
})
