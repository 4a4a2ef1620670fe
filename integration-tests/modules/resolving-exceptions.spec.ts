import type { ExceptionKind } from "../../src/ledger"
import { ADDRESS, BY, AdminOfLedger } from "../setup/module/module-admin"
import {
  ledgerTest,
  pendingPayment,
  withRule,
} from "../setup/module/module-ledger"

const TIMES = Array.from({ length: 12 }, (_, index) => index)

ledgerTest((ledger) => {
  const admin = new AdminOfLedger(ledger)

  describe("resolving an exception", () => {
    it("notes what was done, by whom and when, once, however many try", async () => {
      const id = await admin.ask(await admin.paidPayment(), "session_gone")

      const outcomes = await admin.atOnce(
        "stablecoin_exception",
        id,
        TIMES.map(() => () => admin.resolve(id))
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      const again = await admin.refused(() => admin.resolve(id, {}))
      expect(again).toEqual({ refused: "already_resolved" })
      expect((await admin.records()).exceptions).toMatchObject([
        {
          status: "resolved",
          resolution: "close",
          note: "Agreed with the buyer.",
          resolved_by: BY,
          resolved_at: expect.any(Date),
        },
      ])
      expect((await admin.records()).refunds).toEqual([])
      expect(await admin.resolve("stexc_none")).toEqual({
        refused: "unknown_exception",
      })
    })

    it("may owe back all that is left of the payment, and calls a person to send it", async () => {
      const payment = await admin.paidPayment()
      await admin.owe(payment, "ref_1", "5")
      const id = await admin.ask(payment, "session_gone")

      const outcome = await admin.resolve(id, {
        refund_to: ADDRESS,
        reason: "No goods.",
      })

      expect(outcome).toMatchObject({
        refund: {
          amount: "7.50",
          currency: "USDT",
          chain: "POLYGON",
          exception_id: id,
          medusa_refund_id: null,
          reason: "No goods.",
          refund_to: ADDRESS,
          refund_to_by: BY,
          status: "due",
        },
      })
      expect(ledger.announced).toEqual([
        "stablecoin.refund.due",
        "stablecoin.exception.opened",
      ])
      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
    })

    it("many at once never owe more of a payment than was paid", async () => {
      const payment = await admin.paidPayment()
      const ids: string[] = []
      while (ids.length < TIMES.length) {
        ids.push(await admin.ask(payment, "not_settled"))
      }
      await ledger.db("refund").insert({ id: "ref_1" })

      const outcomes = await Promise.all([
        ...ids.map((id) => admin.resolve(id, { amount: "3" })),
        ledger.service.refunds.record({
          payment_id: payment.id,
          medusa_refund_id: "ref_1",
          cart_amount: "3",
        }),
      ])

      const owed = outcomes.filter((each) => "refund" in each)
      expect(owed).toHaveLength(4)
      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.00")
      const { exceptions } = await admin.records()
      const resolved = exceptions.filter(
        ({ kind, status }) => kind === "not_settled" && status === "resolved"
      )
      const { refunds } = await admin.records()
      expect(resolved).toHaveLength(
        refunds.filter(({ exception_id }) => exception_id).length
      )
    })

    it("other money goes back as it came, and counts against no payment", async () => {
      const payment = await admin.paidPayment()
      const details = { amount: "40.005", currency: "USDC", chain: "BASE" }
      const id = await admin.ask(payment, "paid_twice", details)

      const outcome = await admin.resolve(id, {})

      expect(outcome).toMatchObject({ refund: details })
      expect(await ledger.service.refunds.sum(payment.id)).toBe("0.00")
      const other = await admin.ask(payment, "session_gone")
      expect(await admin.resolve(other, {})).toMatchObject({
        refund: { amount: "12.50", currency: "USDT", chain: "POLYGON" },
      })
      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
    })

    it("of an unpaid payment sends back what came for it instead", async () => {
      const payment = await pendingPayment(ledger)
      const id = await admin.ask(payment, "amount_mismatch", {
        amount: "1.00",
        currency: "USDT",
        chain: "POLYGON",
      })
      expect(await admin.resolve(id, { amount: "0.50" })).toMatchObject({
        refund: { amount: "0.50", currency: "USDT", chain: "POLYGON" },
      })
    })

    it("in part leaves the exception open with the rest, until all of it goes back", async () => {
      const payment = await pendingPayment(ledger)
      const id = await admin.ask(payment, "amount_mismatch", {
        amount: "11.255",
        currency: "USDT",
        chain: "POLYGON",
      })
      const status = async () =>
        (await ledger.db("stablecoin_exception").where({ id }).first()).status

      await admin.resolve(id, { amount: "5" })
      expect(await status()).toBe("open")
      expect(await admin.resolve(id, { amount: "6.26" })).toMatchObject({
        refused: "exceeds_held",
        held: { amount: "6.255" },
      })
      expect(await admin.resolve(id, {})).toMatchObject({
        refund: { amount: "6.255" },
      })
      expect(await status()).toBe("resolved")
    })

    it.each<
      [
        string,
        ExceptionKind,
        Record<string, string>,
        { amount?: string; refund_to?: string },
        Record<string, unknown>,
      ]
    >([
      [
        "more than was paid",
        "session_gone",
        {},
        { amount: "12.51" },
        { refused: "exceeds_held" },
      ],
      [
        "more than came",
        "paid_twice",
        { amount: "3.00", currency: "USDT", chain: "BASE" },
        { amount: "3.01" },
        { refused: "exceeds_held" },
      ],
      [
        "nothing",
        "session_gone",
        {},
        { amount: "0" },
        { refused: "exceeds_held" },
      ],
      [
        "what nobody reported",
        "gateway_id_mismatch",
        { gateway_id: "order-2" },
        {},
        { refused: "nothing_held" },
      ],
      [
        "to no address of its chain",
        "session_gone",
        {},
        { refund_to: "0x12" },
        { refused: "wrong_address", chain: "POLYGON" },
      ],
    ])("never owes %s", async (_, kind, details, refund, outcome) => {
      const payment = await admin.paidPayment()
      const id = await admin.ask(payment, kind, details)
      expect(
        await admin.refused(() => admin.resolve(id, refund))
      ).toMatchObject(outcome)
      expect(ledger.announced).toEqual([])
    })

    it("sends back what a person found at the gateway for a payment that it never confirmed, and then that is not owed or captured again", async () => {
      const payment = await pendingPayment(ledger)
      const first = await admin.ask(payment, "never_answered")
      const second = await admin.ask(payment, "unknown_at_gateway")

      expect(await admin.refused(() => admin.resolve(first, {}))).toMatchObject(
        {
          refused: "amount_required",
          held: { amount: "12.50" },
        }
      )
      expect(await admin.resolve(first, { amount: "5" })).toMatchObject({
        refund: {
          amount: "5.00",
          currency: "USDT",
          chain: "POLYGON",
          exception_id: null,
          reason: `resolution of exception ${first}`,
        },
      })
      const rest = { refused: "exceeds_held", held: { amount: "7.50" } }
      expect(
        await admin.refused(() => admin.resolve(second, { amount: "7.51" }))
      ).toMatchObject(rest)
      await admin.resolve(second, { amount: "7.50", reason: "Portal." })

      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
      const { id, amount, currency } = payment
      const fact = { kind: "paid", amount, currency, chain: "POLYGON" } as const
      await ledger.service.payments.apply(id, fact, "webhook")
      expect(await ledger.service.refunds.sum(id)).toBe("12.50")
      expect(
        await ledger.service.refunds.oweRemainder(id, "cancelled")
      ).toEqual({
        refused: "exceeds_paid",
      })
    })

    it("owes nothing where there is no payment", async () => {
      const id = await admin.ask(null, "unreadable_event")
      const answer = () => admin.resolve(id, { amount: "1" })
      expect(await admin.refused(answer)).toEqual({ refused: "nothing_held" })
    })

    it("leaves the question open when its refund can't be written", async () => {
      const id = await admin.ask(await admin.paidPayment(), "session_gone")
      await withRule(
        ledger,
        { table: "stablecoin_exception", rule: "kind <> 'refund_due'" },
        async () => {
          await admin.refused(async () => {
            await expect(admin.resolve(id, {})).rejects.toThrow(
              "forbidden_by_test"
            )
          })
        }
      )
      expect(ledger.announced).toEqual([])
    })

    it("does not close a refund that is still due", async () => {
      const refund_id = await admin.owe(await admin.paidPayment(), "ref_1", "5")
      const [{ id }] = (await admin.records()).exceptions as [{ id: string }]
      expect(await admin.refused(() => admin.resolve(id))).toEqual({
        refused: "refund_is_due",
        refund_id,
      })
    })
  })
})
