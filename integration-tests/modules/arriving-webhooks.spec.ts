import { randomUUID } from "node:crypto"
import {
  type ReceivedWebhookEvent,
  WebhookStorage,
} from "../../src/modules/stablecoin/repository/webhook-events/store-webhook-events"
import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { waitFor } from "../../tools/harness/wait-for"
import { storeSigned } from "../setup/module/accept-webhook"
import {
  LEDGER_ACCOUNT,
  ledgerTest,
  pendingPayment,
  WEBHOOK_SECRET,
} from "../setup/module/test-ledger"

const SIGNED_FOR = [{ account: LEDGER_ACCOUNT.onchain, created_before: null }]

function received(text: string = randomUUID()): ReceivedWebhookEvent {
  return {
    rail: "hosted",
    event: "payment.success",
    body: Buffer.from(text),
    signed_for: [],
    reports_money: true,
    gateway_id: null,
    foreign: null,
  }
}

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)
  const rows = async () =>
    await ledger.db("stablecoin_webhook_event").select("id", "body", "status")

  describe("webhooks that arrive at the same moment", () => {
    it("are each stored once, and those with the same body are one", async () => {
      const answers = await Promise.all(
        // More of one body than there are attempts to store it.
        [1, 2, 3, 1, 2, 1, 4, 5, 6, 7, 1, 1, 1, 1].map((number) =>
          webhookEvents.deliver(number)
        )
      )
      expect(new Set(answers.map(({ id }) => id)).size).toBe(7)
      expect(answers[3]).toEqual({ ...answers[0], is_new: false })
      expect(await rows()).toHaveLength(7)
    })

    it("share statements, each bounded", async () => {
      const statements: string[] = []
      const note = ({ sql }: { sql: string }) =>
        sql.startsWith("WITH incoming") && statements.push(sql)
      ledger.db.on("query", note)
      const storage = new WebhookStorage(ledger.db)
      await Promise.all(
        Array.from({ length: 200 }, () => storage.store(received()))
      )
      ledger.db.removeListener("query", note)
      expect(statements).toHaveLength(Math.ceil(200 / 64))
      expect(await rows()).toHaveLength(200)
    })

    it("are stored without the one among them that PostgreSQL can't store", async () => {
      const { store } = ledger.service.repository.webhookEvents
      const shared = [received(), received("secret-4711\0"), received()]
      const answers = await Promise.all(
        shared.map((each) => store(each).then(() => "", String))
      )
      const refused = answers.filter(Boolean)
      expect(refused).toHaveLength(1)
      expect(refused[0]).not.toContain("4711")
      expect(await rows()).toHaveLength(2)
    })

    it("in two processes are stored by one of them, in any order", async () => {
      const [one, other] = [1, 2].map(() => new WebhookStorage(ledger.db))
      for (let round = 0; round < 10; round++) {
        const some = Array.from({ length: 60 }, () => received())
        const [ours, theirs] = await Promise.all([
          Promise.all(some.map((each) => one!.store(each))),
          Promise.all(some.toReversed().map((each) => other!.store(each))),
        ])
        theirs.reverse()
        const ids = theirs.map(({ id }) => id)
        expect(ours.map(({ id }) => id)).toEqual(ids)
        // Each webhook is new in only one process, so that it is counted once.
        expect(ours.map(({ is_new }) => is_new)).toEqual(
          theirs.map(({ is_new }) => !is_new)
        )
      }
      expect(await rows()).toHaveLength(600)
    })

    it.each(["commit", "rollback"] as const)(
      "are answered only after another process's %s has stored them",
      async (end) => {
        const one = received()
        const other = await ledger.db.transaction()
        const theirs = await new WebhookStorage(other).store(one)
        let answered = false
        const ours = new WebhookStorage(ledger.db)
          .store(one)
          .finally(() => (answered = true))
        await waitFor("our statement to wait for theirs", async () => {
          const { rows } = await ledger.db.raw(
            "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%incoming%'"
          )
          return rows[0]
        })
        expect(answered).toBe(false)

        await other[end]()

        expect((await ours).id === theirs.id).toBe(end === "commit")
        expect(await rows()).toHaveLength(1)
      }
    )
  })

  it("include one that failed and is locked: it is to be resent, and delays no other", async () => {
    const { id } = await webhookEvents.deliver(1)
    await webhookEvents.failing(id)
    const other = await ledger.db.transaction()
    await other("stablecoin_webhook_event").where({ id }).forUpdate().first()
    try {
      for (let again = 0; again < 5; again++) {
        const [held, next] = await Promise.allSettled([
          webhookEvents.deliver(1),
          webhookEvents.deliver(2 + again),
        ])
        expect(held).toMatchObject({
          status: "rejected",
          reason: { message: expect.stringMatching(/being processed/) },
        })
        expect(next).toMatchObject({ status: "fulfilled" })
      }
    } finally {
      await other.rollback()
    }
    expect(await webhookEvents.deliver(1)).toEqual({
      id,
      status: "received",
      is_new: false,
    })
  })

  describe("processing a stored webhook", () => {
    const OWN = "payment_order.created"
    /** Stores one with this order, and processes all that are due. */
    const processed = async (event: string, data: object) => {
      const text = JSON.stringify({ event, data, nonce: randomUUID() })
      const { webhookEvent } = await storeSigned(
        ledger,
        "onchain",
        Buffer.from(text),
        WEBHOOK_SECRET
      )
      await ledger.service.webhookEvents.processDue()
      const { status, error } = await webhookEvents.read(webhookEvent.id)
      return { status, error }
    }

    it("completes one that adds nothing to an open payment", async () => {
      const { id: order_no } = await pendingPayment(ledger)
      expect(await processed(OWN, { order_no })).toEqual({
        status: "processed",
        error: null,
      })
      expect(
        await ledger.db("stablecoin_fact").where({ source: "webhook" })
      ).toEqual([])
    })

    it("applies reports of money and others in one batch, and retries unreadable ones", async () => {
      const { id: order_no } = await pendingPayment(ledger)
      const bodies = {
        silent: { event: OWN, data: { order_no: "another-shop" } },
        own: { event: "payment_order.cancelled", data: { order_no } },
        unreadable: { event: 1 },
      }
      await ledger.db("stablecoin_webhook_event").insert(
        Object.entries(bodies).map(([id, body]) => ({
          id,
          rail: "onchain",
          event: OWN,
          digest: id,
          body: JSON.stringify(body),
          signed_for: JSON.stringify(SIGNED_FOR),
          status: "received",
          next_attempt_at: new Date(),
        }))
      )
      const settled: string[] = []
      const failed: unknown[] = []
      const { webhookEvents: stored } = ledger.service
      const count = await stored.processDue({
        settle: (paymentId) => void settled.push(paymentId),
        failed: (webhook) => failed.push(webhook),
      })
      expect(count).toBe(2)
      expect(settled).toEqual([order_no])
      expect(failed).toEqual([{ id: "unreadable", error: expect.any(Error) }])
      expect(await webhookEvents.read("silent")).toMatchObject({
        status: "ignored",
        next_attempt_at: null,
      })
    })

    it.each([
      ["without a date", undefined, 0],
      ["with a later date", 3600, 0],
      ["with an earlier date", -60, -60],
    ])(
      "counts money %s from its webhook at the latest",
      async (_, at, from) => {
        const payment = await pendingPayment(ledger)
        const created_at = new Date("2026-11-20T12:00:00Z")
        const later = (seconds: number) =>
          new Date(created_at.getTime() + seconds * 1000)
        const data = {
          order_no: payment.id,
          order_id: payment.gateway_id,
          amount: 12.5,
          currency: "USDT",
          chain: "POLYGON",
          status: "paid",
          paid_at: at && later(at).toISOString(),
          payment: { chain: "POLYGON", tx_hash: `0x${"7d".repeat(32)}` },
        }
        await ledger.db("stablecoin_webhook_event").insert({
          id: "stevt_kept",
          rail: "onchain",
          event: "payment_order.paid",
          digest: "kept",
          body: JSON.stringify({ event: "payment_order.paid", data }),
          signed_for: JSON.stringify(SIGNED_FOR),
          status: "received",
          next_attempt_at: new Date(),
          created_at,
        })
        await ledger.service.webhookEvents.processDue()
        expect(
          await ledger.service.payments.find({ id: payment.id })
        ).toMatchObject({
          status: "paid",
          paid_at: later(from),
        })
      }
    )

    it.each(["ignores", "fails"] as const)(
      "processes one that comes again with a valid signature while an earlier attempt %s it",
      async (result) => {
        const { id: order_no } = await pendingPayment(ledger)
        const event = "payment_order.cancelled"
        const replaced = { account: "replaced", created_before: null }
        const comes = async (signed_for: ReceivedWebhookEvent["signed_for"]) =>
          await ledger.service.repository.webhookEvents.store({
            ...received(JSON.stringify({ event, data: { order_no } })),
            rail: "onchain",
            event,
            signed_for,
          })
        const { service } = ledger
        await comes([replaced])
        const [claimed] = await service.repository.webhookEvents.claimDue(1)

        const again = await comes(SIGNED_FOR)
        await service.webhookEvents.process([
          result === "ignores" ? claimed! : { ...claimed!, body: "unreadable" },
        ])
        await service.webhookEvents.processDue()

        expect(await webhookEvents.read(again.id)).toMatchObject({
          status: "processed",
          payment_id: order_no,
        })
      }
    )

    it("fails one whose payment can't be read, and processes it later", async () => {
      const { id } = await webhookEvents.deliver(1, OWN)
      const rename = async (from: string, to: string) =>
        await ledger.db.raw(
          `ALTER TABLE stablecoin_payment RENAME COLUMN ${from} TO ${to}`
        )
      await rename("gateway_id", "away")
      try {
        await ledger.service.webhookEvents.processDue()
      } finally {
        await rename("away", "gateway_id")
      }
      expect(await webhookEvents.read(id)).toMatchObject({ status: "failed" })

      await webhookEvents.due(id)
      await ledger.service.webhookEvents.processDue()
      expect(await webhookEvents.read(id)).toMatchObject({
        status: "ignored",
        attempts: 2,
      })
    })
  })
})
