import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { WEBHOOK_CHANNEL } from "../../src/modules/stablecoin/repository/channels"
import { insertWebhookEvents } from "../../src/modules/stablecoin/repository/webhook-events/insert-webhook-events"
import type { ReceivedWebhookEvent } from "../../src/modules/stablecoin/repository/webhook-events/webhook-events"
import { connect } from "../../src/receiver/connect"
import { Logger } from "../../src/receiver/logger"
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
    await insertWebhookEvents(db, batch, new Date(), { leaveToStore: true })
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

  it("are due in a process whose clock is behind", async () => {
    const ahead = new Date(Date.now() + 30_000)
    await repositoryOf(ledger.db).webhookEvents.insert([received(1)], ahead, {
      leaveToStore: true,
    })
    expect(await webhookEvents.claim()).toHaveLength(1)
  })

  it("notify the store only when they are committed", async () => {
    const trx = await ledger.db.transaction()
    await insert([received(1)], trx)
    expect(await notifications.all()).toEqual([])

    await trx.commit()
    expect(await notifications.all()).toEqual(["public"])
  })

  const connected = (): Knex =>
    connect(
      {
        options: {},
        storeCors: "",
        databaseUrl: ledger.db.client.config.connection.connectionString,
        omitted: [],
      },
      new Logger(() => {})
    )

  it("are stored after a migration changed the type of a column", async () => {
    const db = connected()
    const alter = async (type: string): Promise<void> =>
      await ledger.db.raw(
        `ALTER TABLE stablecoin_webhook_event ALTER COLUMN id TYPE ${type}`
      )
    try {
      await insert([received(1)], db)
      await alter("varchar")
      expect(await insert([received(1), received(2)], db)).toMatchObject([
        { status: "fulfilled", value: { is_new: false } },
        { status: "fulfilled", value: { is_new: true } },
      ])
    } finally {
      await alter("text")
      await db.destroy()
    }
  })

  it("are stored behind a pooler that swaps connections", async () => {
    const db = connected()
    try {
      await insert([received(1)], db)
      const { rows } = await db.raw(
        "SELECT name FROM pg_prepared_statements WHERE name LIKE 'stablecoin%'"
      )
      expect(rows).toHaveLength(1)

      // The next transaction finds a connection that did not prepare it.
      await db.raw("DEALLOCATE ALL")
      expect(await insert([received(2), foreign(3)], db)).toMatchObject([
        { status: "fulfilled", value: { status: "received" } },
        { status: "fulfilled", value: { status: "ignored" } },
      ])
    } finally {
      await db.destroy()
    }
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
    expect(await webhookEvents.claim()).toEqual([])
  })

  it("notify the other processes when one releases them", async () => {
    const id = await idOf(1)
    await webhookEvents.claim()
    await notifications.all()

    await ledger.service.webhookEvents.release([id])

    expect(await notifications.all()).toEqual(["public"])
  })
})
