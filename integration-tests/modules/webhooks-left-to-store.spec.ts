import { insertWebhookEvents } from "../../src/modules/stablecoin/repository/webhook-events/insert-webhook-events"
import type { ReceivedWebhookEvent } from "../../src/modules/stablecoin/repository/webhook-events/webhook-events"
import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { ledgerTest, LEDGER_ACCOUNT } from "../setup/module/test-ledger"

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

  const insert = async (batch: ReceivedWebhookEvent[]) =>
    await insertWebhookEvents(ledger.db, batch)
  const idOf = async (number: number): Promise<string> => {
    const [stored] = await insert([received(number)])
    return stored?.status === "fulfilled" ? stored.value.id : ""
  }

  it("are due at once", async () => {
    await insert([received(1), foreign(2), received(3)])

    expect(await webhookEvents.claim()).toHaveLength(2)
  })

  it("are not due when they are of other shops, or known", async () => {
    const known = await idOf(1)
    await webhookEvents.ended.ignored(known)

    await insert([foreign(2), foreign(3)])
    await insert([received(1), foreign(2)])

    expect(await webhookEvents.claim()).toEqual([])
  })

  it.each(["failed", "dead"] as const)(
    "are processed again when they were %s",
    async (status) => {
      const id = await idOf(1)
      await (status === "dead"
        ? webhookEvents.kill(id)
        : webhookEvents.failing(id))

      await insert([received(1)])

      expect(await webhookEvents.read(id)).toMatchObject({ status: "received" })
      expect(await webhookEvents.claim()).toEqual([id])
    }
  )
})
