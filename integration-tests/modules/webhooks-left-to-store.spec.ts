import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { WEBHOOK_CHANNEL } from "../../src/modules/stablecoin/repository/channels"
import { insertWebhookEvents } from "../../src/modules/stablecoin/repository/webhook-events/insert-webhook-events"
import type { ReceivedWebhookEvent } from "../../src/modules/stablecoin/repository/webhook-events/webhook-events"
import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { ledgerTest, LEDGER_ACCOUNT } from "../setup/module/test-ledger"
import { Notifications } from "../setup/postgres/notifications"

const SCOPE = { account: LEDGER_ACCOUNT.onchain, created_before: null }

/** A verified webhook. The same number gives the same body. */
function received(
  number: number,
  changes: Partial<ReceivedWebhookEvent> = {}
): ReceivedWebhookEvent {
  const event = "payment_order.paid"
  return {
    rail: "onchain",
    event,
    body: Buffer.from(JSON.stringify({ event, data: {}, number })),
    signed_for: [SCOPE],
    reports_money: true,
    gateway_id: null,
    foreign: null,
    ...changes,
  }
}

const foreign = (number: number) =>
  received(number, { foreign: "Its order number is of another shop." })

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)
  let notifications: Notifications

  const insert = async (batch: ReceivedWebhookEvent[], db: Knex = ledger.db) =>
    await insertWebhookEvents(db, batch, { notify: true })
  const idOf = async (number: number): Promise<string> => {
    const [stored] = await insert([received(number)])
    return stored?.status === "fulfilled" ? stored.value.id : ""
  }

  beforeAll(async () => {
    const { connectionString } = ledger.db.client.config.connection
    notifications = await Notifications.of(WEBHOOK_CHANNEL, connectionString)
  })
  beforeEach(async () => void (await notifications.all()))
  afterAll(async () => await notifications.close())

  it("are due at once, and notify the store once for a batch", async () => {
    await insert([received(1), foreign(2), received(3)])

    expect(await notifications.all()).toEqual(["public"])
    expect(await webhookEvents.claim()).toHaveLength(2)
  })

  it("notify the store only when they are committed", async () => {
    const trx = await ledger.db.transaction()
    await insert([received(1)], trx)
    expect(await notifications.all()).toEqual([])

    await trx.commit()
    expect(await notifications.all()).toEqual(["public"])
  })

  it("notify nothing when they are rolled back", async () => {
    const trx = await ledger.db.transaction()
    await insert([received(1)], trx)
    await trx.rollback()
    expect(await notifications.all()).toEqual([])
  })

  it("notify nothing when they are of other shops, or known", async () => {
    const known = await idOf(1)
    await webhookEvents.ended.ignored(known)
    await notifications.all()

    await insert([foreign(2), foreign(3)])
    await insert([received(1), foreign(2)])

    expect(await notifications.all()).toEqual([])
    expect(await webhookEvents.claim()).toEqual([])
  })

  it.each(["failed", "dead"] as const)(
    "are processed again when they were %s",
    async (status) => {
      const id = await idOf(1)
      await (status === "dead"
        ? webhookEvents.kill(id)
        : webhookEvents.failing(id))
      await notifications.all()

      await insert([received(1)])

      expect(await notifications.all()).toEqual(["public"])
      expect(await webhookEvents.read(id)).toMatchObject({ status: "received" })
      expect(await webhookEvents.claim()).toEqual([id])
    }
  )

  it("name the schema, so that a store in another one is not woken", async () => {
    await ledger.db.raw(
      `CREATE SCHEMA other;
       CREATE TABLE other.stablecoin_webhook_event
         (LIKE public.stablecoin_webhook_event INCLUDING ALL)`
    )
    const trx = await ledger.db.transaction()
    await trx.raw("SET LOCAL search_path TO other, public")
    await insert([received(1)], trx)
    await trx.commit()
    await ledger.db.raw("DROP SCHEMA other CASCADE")

    expect(await notifications.all()).toEqual(["other"])
  })

  it("notify nothing when the process that stores them processes them", async () => {
    await webhookEvents.deliver()
    expect(await notifications.all()).toEqual([])
  })
})
