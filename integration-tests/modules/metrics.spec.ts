import { paidFact } from "../../src/ledger/__tests__/samples"
import { TestMetrics } from "../../src/modules/stablecoin/telemetry/__tests__/test-metrics"
import { LedgerWebhookEvents } from "../setup/module/webhook-events"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"
import {
  machineTest,
  optionsFor,
  startPayments,
} from "../setup/module/processes"
import { pass } from "../setup/module/reconciliation-pass"
import { schedules } from "../setup/store/schedule"
import { waitFor } from "../../tools/harness/wait-for"

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

  it("a webhook waits until it has a verdict, and every attempt is counted", async () => {
    const first = await webhookEvents.deliver(1)
    await webhookEvents.deliver(2)
    await webhookEvents.deliver(3)
    await webhookEvents.ended.processed(first.id)
    await webhookEvents.kill((await webhookEvents.deliver(4)).id)

    const seen = await backlog()
    expect(seen.value("stablecoin.webhook.pending")).toBe(2)
    expect(
      seen.value("stablecoin.exception.open.count", {
        kind: "webhook_problem",
        reason: "dead",
      })
    ).toBe(1)
    expect(seen.values("stablecoin.webhook.processed")).toEqual({
      processed: 1,
      failed: 11,
      dead: 1,
    })
  })

  it("the time to an order begins with the webhook that paid, not with an earlier one", async () => {
    const { id } = await pendingPayment(ledger)
    const early = await webhookEvents.deliver(1)
    const late = await webhookEvents.deliver(2)
    const since = async (webhookEvent: string, minutes: number) =>
      await ledger
        .db("stablecoin_webhook_event")
        .where({ id: webhookEvent })
        .update({ created_at: new Date(Date.now() - minutes * 60_000) })
    await since(early.id, 60)
    await since(late.id, 2)
    const { service } = ledger
    await service.payments.apply(id, { kind: "failed" }, "webhook", early.id)
    await service.payments.apply(
      id,
      paidFact({ gateway_id: `order-${id}` }),
      "webhook",
      late.id
    )

    service.telemetry.recordOrder({ id, rail: "onchain" })
    const seconds = await waitFor(
      "the time to be recorded",
      async () =>
        (await sdk.collect()).histogram("stablecoin.webhook.order.duration")
          ?.sum
    )
    expect(seconds).toBeGreaterThan(119)
    expect(seconds).toBeLessThan(130)
  })
})

machineTest((machine) => {
  it("a gateway's 429s are counted by answer, and as one pause", async () => {
    const sandbox = await machine.sandbox()
    const first = machine.process(optionsFor(sandbox, sandbox.credentials))
    await startPayments(first, "onchain", ["a", "b", "c"])
    sandbox.fault({
      api: "business",
      endpoint: "get",
      kind: "status",
      status: 429,
      retryAfter: 3600,
      times: 10,
    })
    await schedules(machine.db).update({ next_reconcile_at: new Date() })
    await pass(first)

    const seen = await sdk.collect()
    expect(seen.values("stablecoin.gateway.pauses")).toEqual({ onchain: 1 })
    expect(seen.values("stablecoin.gateway.request.duration")).toMatchObject({
      "onchain verify 2xx ok": 1,
      "onchain create 2xx ok": 3,
      "onchain read 4xx rate_limited": expect.any(Number),
    })
  })
})
