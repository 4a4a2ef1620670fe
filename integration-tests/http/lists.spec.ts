import type { ExceptionName } from "../../src/ledger"
import { problemOf } from "../../src/ledger/__tests__/samples"
import { postSigned } from "../../tools/harness/gateway/webhooks"
import { AdminOperations } from "../setup/admin/admin-api"
import { copyPayment } from "../setup/store/copy-payment"
import { storeTest } from "../setup/store/store"

type Row = Record<string, unknown>

const LISTS = [
  "payments",
  "deposits",
  "exceptions",
  "refunds",
  "webhooks",
] as const
type List = (typeof LISTS)[number]

/** A query, and the names of the rows that it finds, in order. */
type Found = [query: string, names: string]

const HASH = `0x${"b2".repeat(32)}`
const ADDRESS = `0x${"A1".repeat(20)}`
const SENDER = `0x${"cd".repeat(20)}`

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const open = async (payment_id: string, name: ExceptionName) => {
    const { payments, exceptions } = store.stablecoin
    const payment = await payments.find({ id: payment_id })
    const [opened] = await exceptions.open(payment_id, {
      ...problemOf(name),
      deposit_id: payment?.deposit_id ?? null,
      key: `${payment_id}:${name}`,
      details: { cause: "100 % is held." },
    })
    return opened!.id
  }

  /** A row of each list for most of its filters. */
  const fill = async () => {
    const db = store.db
    const paid = await store.openPayment("onchain")
    await store.sandbox.pay({ orderNo: paid.id })
    const silent = await store.openPayment("hosted")
    const usdc = await store.openPayment("hosted", { currency: "USDC" })
    const wrong = await store.openPayment("hosted")
    await store.report(wrong, { amount: 9.99 })
    const foreign = { order_no: "another-shop-1", order_id: "another" }
    const event = "payment_order.cancelled"
    await postSigned(store, "onchain", JSON.stringify({ event, data: foreign }))
    await store.settled()
    const { order } = (await api.get(`payments/${paid.id}`)).body.payment
    const captured = await store.medusaPaymentId(paid)
    for (const amount of [5, 7.5]) {
      await api.admin.refund(captured, amount)
    }
    const { refunds } = (await api.get("refunds?order=created_at")).body
    const [sent, due] = refunds.map(({ id }) => String(id))
    await api.post(`refunds/${sent}/sent`, {
      tx_hash: HASH,
      refund_to: ADDRESS,
    })
    const { exceptions } = (await api.get("exceptions")).body
    const amount = exceptions[0]?.id
    const gone = await open(wrong.id, "cart_changed.gone")
    const twice = await open(paid.id, "paid_twice")
    const row = await store.readPayment(paid.id)
    const [used, left] = await db("stablecoin_deposit")
      .orderBy("created_at")
      .pluck<string[]>("id")
    await db("stablecoin_deposit")
      .where({ id: used })
      .update({ sender: SENDER, created_at: "2026-02-03T04:05:06.789Z" })
    // This payment was started before its buyer logged in, and only Medusa
    // links it to its order.
    await db.raw(
      `INSERT INTO customer (id, email, has_account)
         VALUES ('cus_ada', 'ada@example.com', true)`
    )
    await db("order").update({ customer_id: "cus_ada" })
    const unlinked = { customer_id: null, cart_id: null, order_id: null }
    for (const [id, changed] of [
      [paid.id, unlinked],
      [silent.id, { amount: "100.00", expires_at: new Date(0) }],
      [usdc.id, { amount: "9.50", returned_result: "cancel" }],
      [wrong.id, { amount: "20.00" }],
    ] as const) {
      await store.changePayment(id, changed)
    }

    const ids = Object.entries({
      ...{ paid: paid.id, silent: silent.id, usdc: usdc.id },
      ...{ wrong: wrong.id, used, left, sent, due, amount, gone, twice },
    })
    const named = (id: unknown) => ids.find(([, each]) => each === id)?.[0]
    const names = ({ id, payment_id, event, details }: Row): string =>
      event
        ? `${named(payment_id) ?? "foreign"}.${String(event).split(".")[1]}`
        : (named(id) ?? `refund_of_${named((details as Row).refund_id)}`)
    return {
      ...{ paid, silent, usdc, wrong, row, names },
      order: order as { id: string; display_id: number },
    }
  }

  it("each list shows the fields of its rows, finds, filters and sorts them, and its file has the same", async () => {
    const filled = await fill()
    await expectFields(filled)
    const { paid, silent, usdc, wrong, order, row, names } = filled
    const [used, left] = await store
      .db("stablecoin_deposit")
      .orderBy("created_at")
      .select<Row[]>("id", "destination_address")
    const { checkout_token, account } = await store.readPayment(usdc.id)
    expect(checkout_token).toEqual(expect.any(String))
    const upper = (value: unknown) =>
      String(value).toUpperCase().replace("0X", "0x")
    const number = order.display_id

    const found: Record<List, Found[]> = {
      payments: [
        ["", "wrong usdc silent paid"],
        ["order=created_at&limit=1&offset=1", "silent"],
        ["order=-amount", "silent wrong paid usdc"],
        [
          "order=amount&rail=hosted&created_at[$gt]=2020-01-01",
          "usdc wrong silent",
        ],
        ["order=-paid_at&limit=1", "paid"],
        ["order=paid_at&offset=3", "paid"],
        ["rail=onchain", "paid"],
        ["status=paid", "paid"],
        ["status[]=paid&status[]=pending&rail=hosted", "wrong usdc silent"],
        ["chain=POLYGON", "paid"],
        ["currency=USDC", "usdc"],
        ["mode=live", ""],
        [`account=${String(account)}&currency=USDT`, "wrong silent"],
        ["created_at[$lt]=2020-01-01", ""],
        [
          `payment_collection_id=${silent.cart.payment_collection_id}`,
          "silent",
        ],
        [`cart_id=${usdc.cart.id}`, "usdc"],
        // Also where only Medusa links it to the order.
        [`order_id=${order.id}`, "paid"],
        ["never_answered=true", "silent"],
        ["never_answered=true&status=paid", ""],
        [`never_answered=true&q=${usdc.id}`, ""],
        ["returned_result=cancel", "usdc"],
        ["needs_attention=true", "wrong paid"],
        ["needs_attention=true&order=-amount&limit=1", "wrong"],
        ["proof_status=none", "paid"],
        ["proof_status[]=proven&proof_status[]=found", ""],
        [`id[]=${paid.id}&id[]=${wrong.id}`, "wrong paid"],
        [`q=${usdc.id}`, "usdc"],
        [`q=%20${usdc.session.id}%20`, "usdc"],
        [`q=${usdc.cart.id}`, "usdc"],
        [`q=${usdc.cart.payment_collection_id}`, "usdc"],
        [`q=${String(row.gateway_id)}`, "paid"],
        [`q=${upper(row.gateway_id)}`, "paid"],
        [`q=${upper(row.tx_hash)}`, "paid"],
        [`q=${String(row.reference)}`, "paid"],
        [`q=${upper(row.destination_address)}`, "paid"],
        [`q=${order.id}`, ""],
        [`q=${String(checkout_token)}`, ""],
        ["q=stpay%25", ""],
        ["q=%239999999999", ""],
        [`q=${number}`, "paid"],
        [`q=%23${number}&status=paid`, "paid"],
        [`q=${number}&status=pending`, ""],
        ["q=BUYER@Example.com", "wrong usdc silent"],
        ["q=ada@example.com", "paid"],
        ["q=cus_ada&rail=onchain", "paid"],
        ["q=ada", ""],
      ],
      deposits: [
        ["", "left used"],
        ["order=created_at&limit=1&offset=1", "left"],
        ["has_rest=true", "left"],
        [`has_rest=true&payment_id=${paid.id}`, ""],
        [`payment_id=${paid.id}`, "used"],
        [`id=${String(left?.id)}`, "left"],
        ["rail=hosted", "left"],
        ["chain=POLYGON", "used"],
        ["created_at[$lt]=2026-03-01", "used"],
        [`q=${String(used?.id)}`, "used"],
        [`q=${upper(row.tx_hash)}`, "used"],
        [`q=${SENDER}`, "used"],
        [`q=${String(used?.destination_address)}`, "used"],
        [`q=%23${number}`, "used"],
        [`q=${wrong.id}`, "left"],
        ["q=buyer@example.com&has_rest=true", "left"],
        ["q=%25", ""],
      ],
      exceptions: [
        ["", "amount gone twice"],
        ["order=-created_at", "twice gone amount"],
        ["group=return", "twice"],
        ["group=records", ""],
        ["status=open&order=created_at&limit=1", "amount"],
        ["status=resolved", ""],
        ["kind=cart_changed&reason=gone", "gone"],
        // A refund due is listed as a refund, unless it is named.
        ["kind=refund_due", "refund_of_due refund_of_sent"],
        ["kind=refund_due&status=resolved", "refund_of_sent"],
        [`payment_id=${wrong.id}`, "amount gone"],
        ["created_at[$lt]=2020-01-01", ""],
        [`q=${paid.id}`, "twice"],
        ["q=9.99", "amount"],
        ["q=9%2599", ""],
        ["q=cart_changed", "gone"],
        [`q=${wrong.session.id}&kind=deposit_mismatch`, "amount"],
        ["q=ada@example.com", "twice"],
        [`q=%23${number}`, "twice"],
      ],
      refunds: [
        ["", "due sent"],
        ["order=created_at&limit=1", "sent"],
        ["status=due", "due"],
        [`payment_id=${paid.id}&offset=1`, "sent"],
        [`order_id=${order.id}&order=created_at`, "sent due"],
        ["chain=POLYGON", "due sent"],
        ["currency=USDC", ""],
        [`q=${paid.id}`, "due sent"],
        [`q=${number}`, "due sent"],
        [`q=%23${number}&status=sent`, "sent"],
        [`q=${upper(HASH)}`, "sent"],
        [`q=${ADDRESS}`, "sent"],
        ["q=ada@example.com&status=due", "due"],
      ],
      webhooks: [
        ["order=created_at&limit=3", "paid.created paid.paid silent.created"],
        ["rail=hosted&order=created_at&limit=1", "silent.created"],
        ["status[]=ignored&status[]=failed", "foreign.cancelled"],
        ["event=payment.success", "wrong.success"],
        [`payment_id=${paid.id}`, "paid.paid paid.created"],
        ["created_at[$lt]=2020-01-01", ""],
        // Bodies are not searched: there may be millions of pages.
        ["q=another-shop-1", ""],
        [`q=${usdc.id}`, "usdc.created"],
        [`q=%20${usdc.session.id}`, "usdc.created"],
        [`q=${usdc.session.id}&rail=onchain`, ""],
        ["q=payment.success", "wrong.success"],
        ["q=payment.success&event=payment.failed", ""],
        ["q=unknown", ""],
      ],
    }
    for (const list of LISTS) {
      for (const [query, expected] of found[list]) {
        const { body } = await api.get(`${list}?${query}`)
        const shown = body[list].map(names).join(" ")
        expect({ list, query, shown }).toEqual({
          list,
          query,
          shown: expected,
        })
        if (isExported(list) && !/limit|offset/.test(query)) {
          const rows = await api.readExport(`${list}/export?${query}`)
          const exported = rows.map(names).join(" ")
          expect({ list, query, exported }).toEqual({
            list,
            query,
            exported: expected,
          })
        }
      }
    }
  })

  /** Expects the fields of the rows of `fill`. */
  const expectFields = async ({
    paid,
    silent,
    usdc,
    wrong,
    order,
  }: Awaited<ReturnType<typeof fill>>) => {
    const { body } = await api.get("payments")
    expect(body).toMatchObject({ count: 4, offset: 0, limit: 20 })
    const shown = Object.fromEntries(
      body.payments.map(({ id, received, needs_attention, order }) => [
        id,
        { received, needs_attention, order },
      ])
    )
    expect(shown).toEqual({
      [paid.id]: {
        received: coins("12.50", "POLYGON"),
        needs_attention: true,
        order: expect.objectContaining(order),
      },
      [wrong.id]: {
        received: coins("9.99", null),
        needs_attention: true,
        order: null,
      },
      ...Object.fromEntries(
        [silent, usdc].map(({ id }) => [
          id,
          { received: null, needs_attention: false, order: null },
        ])
      ),
    })
    const { exceptions } = (await api.get("exceptions?reason=amount")).body
    expect(exceptions).toMatchObject([
      {
        kind: "deposit_mismatch",
        payment_id: wrong.id,
        rail: "hosted",
        status: "open",
        resolution: null,
        details: { amount: "9.99", currency: "USDT", chain: null },
      },
    ])
    for (const list of LISTS) {
      const answer = await api.get(`${list}?limit=1&offset=1`)
      expect(answer.body[list]).toHaveLength(1)
    }
    // Bodies may be large.
    const [webhook] = (await api.get(`webhooks?payment_id=${wrong.id}`)).body
      .webhooks
    expect(Object.keys(webhook!)).not.toContain("body")
    const one = await api.get(`webhooks/${String(webhook!.id)}`)
    expect(one.body.webhook).toMatchObject({
      payment_id: wrong.id,
      body: expect.stringContaining(wrong.id),
    })
  }

  const REFUSED: [query: string, words: RegExp][] = [
    [
      "payments?status=nope",
      /'creating, pending, abandoned, failed, cancelled, paid' for field 'status', but got: 'nope'/,
    ],
    [
      "payments?rail[]=hosted&rail[]=cash",
      /'hosted, onchain' for field 'rail', but got: 'cash'/,
    ],
    ["payments?status[not]=paid", /but got: 'object'/],
    ["payments?never_answered=maybe", /'true' for field 'never_answered'/],
    ["payments?offset=10001", /at most 10000: narrow the list by created_at/],
    ["payments?order=checkout_token", /order/],
    ["payments?checkout_token=1", /checkout_token/],
    ["payments?fields=checkout_token", /fields/],
    ["payments?created_at[$gt]=%2B012026-01-01", /date such as/],
    ["payments?created_at[$lt]=0000-01-01", /date such as/],
    ["payments?q=%00", /zero byte/],
    ["payments/%00", /zero byte/],
    ["payments?format=comma", /format/],
    [
      "payments/export?format=xlsx",
      /'comma, semicolon' for field 'format', but got: 'xlsx'/,
    ],
    ["deposits?has_rest=maybe", /'true' for field 'has_rest'/],
    ["deposits?order=amount", /order/],
    ["deposits?limit=0", /limit/],
    ["deposits/export?limit=5", /limit/],
    ["deposits/export?fields=id", /fields/],
    ["exceptions?status=dead", /'open, resolved' for field 'status'/],
    ["exceptions?kind=nope", /never_answered/],
    ["exceptions?order=key", /order/],
    [
      "refunds?status=lost",
      /'due, sent, void' for field 'status', but got: 'lost'/,
    ],
    ["refunds?order=deleted_at", /order/],
    ["refunds?limit=none", /limit/],
    ["webhooks?status=lost", /for field 'status', but got: 'lost'/],
    ["webhooks?rail=paper", /'hosted, onchain' for field 'rail'/],
    ["webhooks?order=body", /order/],
    ["webhooks?unknown=1", /unknown/],
  ]

  it("a bad query is refused, with what is allowed, and an unknown row is not found", async () => {
    for (const [query, words] of REFUSED) {
      const message = await api.refusesQuery(query)
      expect({ query, message }).toEqual({
        query,
        message: expect.stringMatching(words),
      })
    }
    for (const list of LISTS) {
      expect(await api.get(`${list}/none`)).toMatchObject({
        status: 404,
        body: { message: `There is no ${list.slice(0, -1)} none.` },
      })
    }
  })

  it("counts and pages through 10,000 rows, and says when there are more", async () => {
    const { id } = await store.openPayment("hosted")
    await copyPayment(store, id, 9_999)
    const page = async (query: string) =>
      (await api.get(`payments?limit=5&${query}`)).body
    const exact = await page("offset=9998")
    expect(exact).toMatchObject({ count: 10_000 })
    expect(Object.keys(exact)).not.toContain("count_exceeded")
    await copyPayment(store, id, 1, 10_000)
    for (const query of ["", "rail=hosted&", "currency=USDT&order=amount&"]) {
      const body = await page(`${query}offset=9998`)
      expect(body).toMatchObject({ count: 10_000, count_exceeded: true })
      expect(body.payments).toHaveLength(3)
    }
    expect((await page("offset=10000")).payments).toHaveLength(1)
    const since = new Date(Date.now() - 2_500_000).toISOString()
    const some = await page(`created_at[$gt]=${since}&order=-amount`)
    expect(some.count).toBeGreaterThan(4_900)
    expect(some.count).toBeLessThan(5_003)
    expect(Object.keys(some)).not.toContain("count_exceeded")
  })
})

function isExported(list: List): boolean {
  return ["payments", "deposits", "refunds"].includes(list)
}

function coins(amount: string, chain: string | null) {
  return { amount, currency: "USDT", chain }
}
