import { RAILS, type Rail } from "../../src/ledger"
import { readBooks } from "../setup/books"
import {
  databaseOf,
  openExceptions,
  readLedger,
  readPayment,
} from "../setup/ledger"
import { openPayment, type OpenPayment } from "../setup/open-payment"
import { settled } from "../setup/settled"
import { storeTest, type TestStore } from "../setup/store"
import {
  PAID_EVENTS,
  paidWebhook,
  postRaw,
  postSigned,
  WEBHOOK_PATHS,
} from "../setup/webhooks"

jest.setTimeout(120_000)

const LIMIT = 64 * 1024
const ENVELOPE: Record<Rail, string> = { hosted: "payload", onchain: "data" }
const ROUTES = RAILS.flatMap((rail) =>
  WEBHOOK_PATHS[rail].map((path) => ({ rail, path }))
)

/** Blanks behind a JSON text change its length and nothing else. */
const padded = (body: string, bytes: number) =>
  body + " ".repeat(bytes - Buffer.byteLength(body))

const nested = (depth: number) =>
  `{"event":"payment.success","payload":${"[".repeat(depth)}${"]".repeat(depth)},"data":{}}`

/** Bodies that are no webhook at all, whoever signed them. */
const NO_WEBHOOKS: {
  what: string
  body: string | Buffer
  contentType?: string
  says: RegExp
}[] = [
  { what: "no bytes", body: "", says: /empty/ },
  { what: "no JSON", body: "paid, trust me", says: /JSON/ },
  {
    what: "no JSON, called text",
    body: "paid, trust me",
    contentType: "text/plain",
    says: /not JSON/,
  },
  {
    what: "a form",
    body: "event=payment.success&payload[amount]=12.5",
    contentType: "application/x-www-form-urlencoded",
    says: /not JSON/,
  },
  { what: "half a JSON text", body: '{"event":"payment.succ', says: /JSON/ },
  {
    what: "an array",
    body: '[{"event":"payment.success","payload":{},"data":{}}]',
    says: /envelope/,
  },
  { what: "an empty object", body: "{}", says: /event/ },
  { what: "a bare string", body: '"payment.success"', says: /JSON/ },
  { what: "a bare number", body: "12.5", says: /JSON/ },
  { what: "null", body: "null", says: /JSON/ },
  {
    what: "an event that is no text",
    body: '{"event":1,"payload":{},"data":{}}',
    says: /event/,
  },
  {
    what: "a payload that is no object",
    body: '{"event":"payment.success","payload":"paid","data":"paid"}',
    says: /payload|data/,
  },
  { what: "100 levels", body: nested(100), says: /nested deeper than 64/ },
  {
    what: "30,000 levels",
    body: nested(30_000),
    says: /nested deeper than 64/,
  },
  {
    what: "bytes that are no UTF-8",
    body: Buffer.from('{"event":"\xff\xfe","payload":{},"data":{}}', "latin1"),
    says: /UTF-8/,
  },
]

type Mismatch = {
  what: string
  overrides: Record<string, unknown>
  kind: string
}

const MISMATCHES: Mismatch[] = [
  {
    what: "a cent less",
    overrides: { amount: 12.49 },
    kind: "amount_mismatch",
  },
  {
    what: "a cent more",
    overrides: { amount: 12.51 },
    kind: "amount_mismatch",
  },
  {
    what: "half a cent more",
    overrides: { amount: 12.505 },
    kind: "amount_mismatch",
  },
  {
    what: "more than a number holds",
    overrides: { amount: "12.500000000000000000001" },
    kind: "amount_mismatch",
  },
  { what: "nothing", overrides: { amount: 0 }, kind: "amount_mismatch" },
  {
    what: "a negative amount",
    overrides: { amount: -12.5 },
    kind: "amount_mismatch",
  },
  {
    what: "the other coin",
    overrides: { currency: "USDC" },
    kind: "currency_mismatch",
  },
  {
    what: "the coin in lower case",
    overrides: { currency: "usdt" },
    kind: "currency_mismatch",
  },
]

const WITH_RAILS = (rows: Mismatch[]) =>
  RAILS.flatMap((rail) => rows.map((row) => ({ rail, ...row })))

const UNREADABLE: Mismatch[] = [
  { what: "without an amount", overrides: { amount: undefined } },
  { what: "with an amount in words", overrides: { amount: "twelve" } },
  { what: "with an amount of null", overrides: { amount: null } },
  { what: "without a currency", overrides: { currency: undefined } },
  { what: "that is still pending", overrides: { status: "pending" } },
  { what: "without a status", overrides: { status: undefined } },
].map((row) => ({ ...row, kind: "unreadable_event" }))

/** What stays as it was when a paid event is not believed. */
async function moneyOf(store: TestStore, payment: OpenPayment) {
  return {
    payment: await readPayment(store, payment.id),
    books: await readBooks(store, payment.cart),
  }
}

async function pays(store: TestStore, payment: OpenPayment): Promise<void> {
  const answer = await postSigned(
    store,
    payment.rail,
    paidWebhook(store, payment)
  )
  expect(answer.status).toBe(200)
  await settled(store)
  expect(await readBooks(store, payment.cart)).toMatchObject({
    orders: [{ status: "pending" }],
    captures: [12.5],
  })
}

storeTest({
  tests: (store) => {
    describe("a rightly signed body that is no webhook", () => {
      it.each(NO_WEBHOOKS)(
        "of $what is answered 400 on every route and leaves nothing",
        async ({ body, contentType, says }) => {
          const before = await readLedger(store)
          for (const { rail, path } of ROUTES) {
            const answer = await postSigned(store, rail, body, {
              path,
              contentType,
            })
            expect({ path, ...answer }).toMatchObject({
              path,
              status: 400,
              body: { message: expect.stringMatching(says) },
            })
          }
          expect(await readLedger(store)).toEqual(before)
        }
      )

      it.each(ROUTES)(
        "of 64 KiB and one byte is answered 413 by $path, signed or not, and leaves nothing",
        async ({ rail, path }) => {
          const payment = await openPayment(store, rail)
          const before = await readLedger(store)
          const body = padded(paidWebhook(store, payment), LIMIT + 1)

          const answers = [
            await postSigned(store, rail, body, { path }),
            await postRaw(store, path, body),
          ]

          for (const answer of answers) {
            expect(answer).toMatchObject({
              status: 413,
              body: { message: expect.stringMatching(/too large/) },
            })
          }
          await settled(store)
          expect(await readLedger(store)).toEqual(before)
        }
      )
    })

    it.each(ROUTES)(
      "a paid event of exactly 64 KiB is captured by $path",
      async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const body = padded(paidWebhook(store, payment), LIMIT)

        expect(await postSigned(store, rail, body, { path })).toEqual({
          status: 200,
          body: { received: true },
        })
        await settled(store)
        expect(await readBooks(store, payment.cart)).toMatchObject({
          orders: [{ status: "pending" }],
          captures: [12.5],
        })
      }
    )

    describe("a webhook that is none of the store's business", () => {
      it.each(
        RAILS.flatMap((rail) => [
          { rail, what: "an unknown event", event: "payment.refunded" },
          { rail, what: "an unknown order", order_no: "stpay_unknown" },
          { rail, what: "an order number of another kind", order_no: "" },
        ])
      )(
        "of $what on $rail is kept as ignored, and changes no payment",
        async ({ rail, event, order_no }) => {
          const payment = await openPayment(store, rail)
          const { stablecoin_delivery: known, ...before } =
            await readLedger(store)
          const body = JSON.stringify({
            event: event ?? PAID_EVENTS[rail],
            [ENVELOPE[rail]]: {
              order_no: order_no ?? payment.id,
              amount: 12.5,
              currency: "USDT",
              chain: "POLYGON",
              status: rail === "hosted" ? "success" : "paid",
            },
          })

          expect((await postSigned(store, rail, body)).status).toBe(200)

          await settled(store)
          const { stablecoin_delivery: now, ...after } = await readLedger(store)
          expect(after).toEqual(before)
          const added = now.filter(
            ({ id }) => !known.some((delivery) => delivery.id === id)
          )
          expect(added).toMatchObject([
            { status: "ignored", payment_id: null, body },
          ])
        }
      )

      it("names a payment of the other rail: it is not believed", async () => {
        const payment = await openPayment(store, "onchain")
        const before = await moneyOf(store, payment)
        const body = JSON.stringify({
          event: PAID_EVENTS.hosted,
          payload: {
            transaction_id: payment.id,
            order_no: payment.id,
            metadata: { payment_id: payment.id },
            amount: 12.5,
            currency: "USDT",
            status: "success",
            timestamp: new Date().toISOString(),
          },
          timestamp: 1,
        })

        expect((await postSigned(store, "hosted", body)).status).toBe(200)

        await settled(store)
        expect(await moneyOf(store, payment)).toEqual(before)
        expect(await openExceptions(store)).toEqual([])
      })
    })

    describe("a paid event that does not fit", () => {
      it.each([
        ...WITH_RAILS(MISMATCHES),
        {
          rail: "onchain" as const,
          what: "another network",
          overrides: { chain: "BASE", payment: null },
          kind: "chain_mismatch",
        },
        {
          rail: "onchain" as const,
          what: "another order of the gateway",
          overrides: { order_id: "0b8e0d9c-4a57-4c0e-8f8e-3d1c7f0a9b11" },
          kind: "gateway_id_mismatch",
        },
        {
          rail: "hosted" as const,
          what: "another transaction of the gateway",
          overrides: { transaction_id: "0b8e0d9c-4a57-4c0e-8f8e-3d1c7f0a9b11" },
          kind: "gateway_id_mismatch",
        },
      ])(
        "because it tells of $what on $rail opens an exception, captures nothing, and the right one is captured after it",
        async ({ rail, overrides, kind }) => {
          const payment = await openPayment(store, rail)
          const before = await moneyOf(store, payment)

          const body = paidWebhook(store, payment, overrides)
          expect((await postSigned(store, rail, body)).status).toBe(200)

          await settled(store)
          expect(await moneyOf(store, payment)).toEqual(before)
          expect(await openExceptions(store)).toEqual([kind])
          await pays(store, payment)
        }
      )

      it.each([
        ...WITH_RAILS(UNREADABLE),
        {
          rail: "hosted" as const,
          what: "without a time",
          overrides: { timestamp: undefined },
          kind: "unreadable_event",
        },
        {
          rail: "onchain" as const,
          what: "without a network",
          overrides: { chain: undefined },
          kind: "unreadable_event",
        },
        {
          rail: "onchain" as const,
          what: "with two networks",
          overrides: { chain: "BASE" },
          kind: "unreadable_event",
        },
      ])(
        "$what on $rail opens an exception and captures nothing",
        async ({ rail, overrides, kind }) => {
          const payment = await openPayment(store, rail)
          const before = await moneyOf(store, payment)

          const body = paidWebhook(store, payment, overrides)
          expect((await postSigned(store, rail, body)).status).toBe(200)

          await settled(store)
          expect(await moneyOf(store, payment)).toEqual(before)
          expect(await openExceptions(store)).toEqual([kind])
        }
      )
    })

    describe("the same delivery", () => {
      it.each(
        RAILS.flatMap((rail) => [
          { rail, how: "twice, one after the other", times: 2, atOnce: false },
          { rail, how: "20 times at once", times: 20, atOnce: true },
        ])
      )(
        "$how on $rail is one delivery, one capture and one order",
        async ({ rail, times, atOnce }) => {
          const payment = await openPayment(store, rail)
          const known = (await readLedger(store)).stablecoin_delivery.length
          const body = paidWebhook(store, payment)
          const post = async (index: number) => {
            const path = WEBHOOK_PATHS[rail][index % 2 === 0 ? 0 : 1]
            const { status } = await postSigned(store, rail, body, { path })
            if (!atOnce) {
              await settled(store)
            }
            return status
          }

          const statuses: number[] = []
          if (atOnce) {
            const posts = Array.from({ length: times }, (_, index) =>
              post(index)
            )
            statuses.push(...(await Promise.all(posts)))
          } else {
            for (let index = 0; index < times; index++) {
              statuses.push(await post(index))
            }
          }

          expect(statuses).toEqual(Array(times).fill(200))
          await settled(store)
          expect(await readBooks(store, payment.cart)).toMatchObject({
            orders: [{ status: "pending" }],
            captures: [12.5],
          })
          const ledger = await readLedger(store)
          expect(ledger.stablecoin_delivery).toHaveLength(known + 1)
          expect(
            ledger.stablecoin_fact.filter(
              ({ status_after, status_before }) =>
                status_after === "paid" && status_before !== "paid"
            )
          ).toHaveLength(1)
          expect(ledger.stablecoin_exception).toEqual([])
        }
      )
    })

    it.each(ROUTES)(
      "a webhook that can't be stored is answered 503 by $path, and captured when it comes again",
      async ({ rail, path }) => {
        const payment = await openPayment(store, rail)
        const before = await readLedger(store)
        const body = paidWebhook(store, payment)
        const db = databaseOf(store)

        await db.schema.renameTable("stablecoin_delivery", "out_of_reach")
        try {
          expect(await postSigned(store, rail, body, { path })).toEqual({
            status: 503,
            body: {
              type: "unavailable",
              message: expect.stringMatching(/send it again/),
            },
          })
        } finally {
          await db.schema.renameTable("out_of_reach", "stablecoin_delivery")
        }
        await settled(store)
        expect(await readLedger(store)).toEqual(before)

        await pays(store, payment)
      }
    )
  },
})
