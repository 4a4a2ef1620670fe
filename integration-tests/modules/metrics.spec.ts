import { TestMetrics } from "../../src/modules/stablecoin/telemetry/__tests__/test-metrics"
import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"
import { machineTest, optionsFor } from "../setup/module/processes"
import { schedules } from "../setup/store/schedule"

let sdk: TestMetrics
beforeEach(() => {
  sdk = TestMetrics.register()
})
afterEach(async () => {
  await sdk.end()
})

ledgerTest((ledger) => {
  const webhookEvents = new LedgerWebhookEvents(ledger)
  const backlog = async () => {
    ledger.service.telemetry.begin()
    try {
      return await sdk.collect()
    } finally {
      ledger.service.telemetry.end()
    }
  }

  it("what waits is counted, with its age, and each attempt to process a webhook", async () => {
    const first = await webhookEvents.deliver(1)
    await webhookEvents.deliver(2)
    await webhookEvents.deliver(3)
    await webhookEvents.ended.processed(first.id)
    await webhookEvents.kill((await webhookEvents.deliver(4)).id)
    const { id } = await pendingPayment(ledger, { id: "stpay_due" })
    const hourAgo = new Date(Date.now() - 3_600_000)
    await schedules(ledger.db)
      .where({ payment_id: id })
      .update({ next_reconcile_at: hourAgo })
    await ledger.db("stablecoin_exception").update({ created_at: hourAgo })

    const seen = await backlog()
    const dead = { kind: "webhook_problem", reason: "dead" }
    expect(seen.value("stablecoin.webhook.pending")).toBe(2)
    expect(seen.value("stablecoin.payment.due.count")).toBe(1)
    expect(seen.value("stablecoin.payment.due.age")).toBeCloseTo(3_600, -2)
    expect(seen.value("stablecoin.exception.open.count", dead)).toBe(1)
    expect(seen.value("stablecoin.exception.open.age", dead)).toBeCloseTo(
      3_600,
      -2
    )
    expect(seen.values("stablecoin.webhook.processed")).toEqual({
      processed: 1,
      failed: 11,
      dead: 1,
    })
  })
})

machineTest((machine) => {
  it("a store measures the database once it has started", async () => {
    const gateway = await machine.sandbox()
    const { service } = machine.process(
      optionsFor(gateway, gateway.credentials)
    )
    await service.__hooks.onApplicationStart()
    const { names } = await sdk.collect()
    await service.__hooks.onApplicationShutdown()
    expect(names).toContain("stablecoin.payment.due.count")
  })
})
