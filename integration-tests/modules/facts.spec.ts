import type { Fact, Payment, StartedFact } from "../../src/ledger"
import { storeSigned } from "../setup/module/accept-webhook"
import {
  ledgerTest,
  newPayment,
  pendingPayment,
  type TestLedger,
  WEBHOOK_SECRET,
  withRule,
} from "../setup/module/test-ledger"

const PAID: Fact = {
  kind: "paid",
  amount: "12.50",
  currency: "USDT",
  chain: "POLYGON",
  gateway_id: "order-stpay_1",
  tx_hash: "0xhash",
}
const TIMES = Array.from({ length: 20 }, (_, index) => index)

/** Stores a webhook about a payment; each number gives another body. */
async function receive(ledger: TestLedger, number = 0): Promise<string> {
  const body = Buffer.from(
    JSON.stringify({ event: "payment_order.paid", data: {}, number })
  )
  const stored = await storeSigned(ledger, "onchain", body, WEBHOOK_SECRET)
  return stored.webhookEvent.id
}

async function timeline({ db }: TestLedger): Promise<unknown[]> {
  return await db("stablecoin_fact")
    .orderBy("created_at")
    .select(
      "kind",
      "source",
      "status_before",
      "status_after",
      "webhook_event_id"
    )
}

ledgerTest((ledger) => {
  describe("a fact that arrives twenty times concurrently", () => {
    it("changes the payment once, and every webhook has its verdict", async () => {
      const payment = await pendingPayment(ledger)
      const webhookEvents = await Promise.all(
        TIMES.map((number) => receive(ledger, number))
      )

      const applied = await Promise.all(
        webhookEvents.map((id) =>
          ledger.service.payments.apply(payment.id, PAID, "webhook", id)
        )
      )

      expect(applied.filter((each) => each?.before === "pending")).toHaveLength(
        1
      )
      expect(applied.every((each) => each?.payment.status === "paid")).toBe(
        true
      )
      expect(await timeline(ledger)).toEqual([
        expect.objectContaining({ kind: "started", status_after: "pending" }),
        {
          kind: "paid",
          source: "webhook",
          status_before: "pending",
          status_after: "paid",
          webhook_event_id: expect.any(String),
        },
      ])
      const verdicts = await ledger
        .db("stablecoin_webhook_event")
        .select("status", "payment_id", "next_attempt_at")
      expect(verdicts).toEqual(
        TIMES.map(() => ({
          status: "processed",
          payment_id: payment.id,
          next_attempt_at: null,
        }))
      )
      expect(ledger.announced).toEqual(["stablecoin.payment.paid"])
    })

    it("opens an exception once", async () => {
      const payment = await pendingPayment(ledger)
      const wrong: Fact = { ...PAID, amount: "1.00" }

      const applied = await Promise.all(
        TIMES.map(() =>
          ledger.service.payments.apply(payment.id, wrong, "webhook")
        )
      )

      expect(applied.flatMap((each) => each?.opened)).toHaveLength(1)
      const read = await ledger
        .db("stablecoin_exception")
        .select("kind", "reason", "status")
      expect(read).toEqual([
        { kind: "deposit_mismatch", reason: "amount", status: "open" },
      ])
      expect(await ledger.service.payments.find({ id: payment.id })).toEqual(
        payment
      )
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
    })
  })

  describe("the gateway's answer to a start", () => {
    const ANSWER: StartedFact = {
      kind: "started",
      gateway_id: "order-stpay_1",
      checkout_token: "token",
      redirect_url: "http://localhost:9/checkout/token",
      mode: "test",
    }
    const open = async ({ service }: TestLedger) =>
      await service.payments.open(
        newPayment(),
        await service.settings.effective()
      )

    it("is stored before the buyer gets it, and once in the timeline", async () => {
      const answered = await ledger.service.payments.recordCreated(
        await open(ledger),
        ANSWER
      )

      expect(answered).toMatchObject({
        status: "pending",
        gateway_id: ANSWER.gateway_id,
        redirect_url: ANSWER.redirect_url,
      })
      expect(await ledger.service.payments.find({ id: answered.id })).toEqual(
        answered
      )
      expect(await timeline(ledger)).toEqual([
        {
          kind: "started",
          source: "start",
          status_before: "creating",
          status_after: "pending",
          webhook_event_id: null,
        },
      ])
    })

    it.each<[string, Fact, Partial<Payment>]>([
      ["paid", PAID, { status: "paid", tx_hash: "0xhash" }],
      ["failed", { kind: "failed" }, { status: "failed" }],
      [
        "returned from",
        { kind: "returned", result: "success" },
        { status: "pending", returned_result: "success" },
      ],
    ])(
      "reverts nothing when the payment was %s before it arrived",
      async (_, fact, known) => {
        const opened = await open(ledger)
        await ledger.service.payments.apply(opened.id, fact, "webhook")

        const answered = await ledger.service.payments.recordCreated(
          opened,
          ANSWER
        )

        // Only a payment that may still be paid keeps the gateway's link.
        const redirect_url =
          known.status === "pending" ? ANSWER.redirect_url : null
        expect(answered).toMatchObject({ ...known, redirect_url })
        expect(await ledger.service.payments.find({ id: opened.id })).toEqual(
          answered
        )
        expect(await timeline(ledger)).toMatchObject([
          { kind: fact.kind },
          {
            kind: "started",
            status_before:
              known.status === "pending" ? "creating" : known.status,
          },
        ])
      }
    )
  })

  it("does not apply a fact when its webhook's verdict can't be written", async () => {
    const payment = await pendingPayment(ledger)
    const webhookEvent = await receive(ledger)
    await withRule(
      ledger,
      { table: "stablecoin_webhook_event", rule: "status <> 'processed'" },
      async () => {
        await expect(
          ledger.service.payments.apply(
            payment.id,
            PAID,
            "webhook",
            webhookEvent
          )
        ).rejects.toThrow("forbidden_by_test")
      }
    )

    expect(await ledger.service.payments.find({ id: payment.id })).toEqual(
      payment
    )
    expect(await timeline(ledger)).toHaveLength(1)
    expect(
      await ledger.service.repository.webhookEvents.find(webhookEvent)
    ).toMatchObject({
      status: "received",
    })
    expect(ledger.announced).toEqual([])
  })

  it("returns null for an unknown payment", async () => {
    const webhookEvent = await receive(ledger)
    expect(
      await ledger.service.payments.apply(
        "stpay_none",
        PAID,
        "webhook",
        webhookEvent
      )
    ).toBeNull()
    expect(
      await ledger.service.repository.webhookEvents.find(webhookEvent)
    ).toMatchObject({
      status: "received",
      payment_id: null,
    })
  })
})
