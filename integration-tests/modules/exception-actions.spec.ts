import {
  type ExceptionKind,
  hasBeenResolved,
  SETTLEMENT_KINDS,
} from "../../src/ledger"
import {
  ADDRESS,
  BY,
  type Choice,
  LedgerAdmin,
  HASH,
  UNORDERED,
} from "../setup/module/ledger-admin"
import {
  ledgerTest,
  pendingPayment,
  withRule,
} from "../setup/module/test-ledger"
import { readScheduled, schedules } from "../setup/store/schedule"

const TIMES = Array.from({ length: 8 }, (_, index) => index)
const RETRY: Choice = { action: "retry" }
const PAID = { status: "paid" }

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)

  /** Closes an exception with the transaction hash of the refund. */
  const close = async (
    id: string,
    sent: Extract<Choice, { action: "close" }>["sent"] = { tx_hash: HASH }
  ) => await admin.choose(id, { action: "close", sent })

  describe("retrying an exception", () => {
    it("keeps the merchant's choice and note, and makes the payment due for settling immediately", async () => {
      const payment = await admin.paidPayment()
      await schedules(ledger.db).update({
        next_reconcile_at: null,
        reconcile_attempts: 5,
      })
      const id = await admin.openException(payment, "order_missing", PAID)

      expect(await admin.choose(id, RETRY)).toMatchObject({
        settles: payment.id,
        refund: null,
      })

      expect((await admin.records()).exceptions).toMatchObject([
        {
          status: "resolved",
          resolution: "retry",
          note: "Agreed with the buyer.",
          resolved_by: BY,
        },
      ])
      const schedule = await readScheduled(ledger.db, payment)
      expect(schedule.reconcile_attempts).toBe(0)
      expect(Number(schedule.next_reconcile_at)).toBeLessThanOrEqual(Date.now())
      expect(
        hasBeenResolved(
          await ledger.service.adminOperations.listResolutions(payment.id)
        )
      ).toBe(false)
    })

    it("opens the same exception again when it had no effect, with the earlier note", async () => {
      const payment = await admin.paidPayment()
      const draft = {
        kind: "order_missing",
        key: `${payment.id}:order_missing`,
        message: "There is no order.",
        details: PAID,
      } as const
      const [opened] = await ledger.service.exceptions.open(payment.id, draft)
      await admin.choose(opened!.id, RETRY)

      const again = await ledger.service.exceptions.open(payment.id, draft)

      expect(again).toMatchObject([{ id: opened!.id }])
      const earlier = {
        earlier_note: "Agreed with the buyer.",
        earlier_resolved_by: BY,
      }
      const open = {
        status: "open",
        resolution: null,
        note: null,
        resolved_by: null,
        resolved_at: null,
        details: { ...PAID, ...earlier },
      }
      expect((await admin.records()).exceptions).toMatchObject([open])
      // Settling resolves and reopens it. The merchant's note is still there.
      await ledger.service.adminOperations.resolveSettled(
        payment,
        SETTLEMENT_KINDS
      )
      await ledger.service.exceptions.open(payment.id, draft)
      expect((await admin.records()).exceptions).toMatchObject([open])
    })

    it.each<Choice>([{ action: "close" }, { action: "refund", refund: {} }])(
      "is required to reopen an exception: after $action it stays resolved",
      async (choice) => {
        const payment = await admin.paidPayment()
        const draft = {
          kind: "session_gone",
          key: `${payment.id}:session_gone`,
          message: "You hold the money.",
          details: PAID,
        } as const
        const [opened] = await ledger.service.exceptions.open(payment.id, draft)
        await admin.choose(opened!.id, choice)

        expect(await ledger.service.exceptions.open(payment.id, draft)).toEqual(
          []
        )
        expect(
          hasBeenResolved(
            await ledger.service.adminOperations.listResolutions(payment.id)
          )
        ).toBe(true)
      }
    )

    it("records the gateway's answer in the same transaction, and opens again if it is unchanged", async () => {
      const payment = await pendingPayment(ledger)
      const fact = { kind: "unknown_at_gateway" } as const
      await ledger.service.payments.apply(payment.id, fact, "read")
      const [{ id }] = (await admin.records()).exceptions as [{ id: string }]
      ledger.announced.length = 0

      await admin.choose(id, RETRY, { fact })

      expect((await admin.records()).exceptions).toMatchObject([
        {
          status: "open",
          details: { earlier_note: "Agreed with the buyer." },
        },
      ])
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])
      await admin.choose(id, RETRY, { fact: { kind: "cancelled" } })
      expect((await admin.records()).exceptions).toMatchObject([
        { status: "resolved", resolution: "retry" },
      ])
      expect(await ledger.db("stablecoin_payment").first()).toMatchObject({
        status: "cancelled",
      })
    })

    it("leaves the exception open when the gateway's answer can't be recorded", async () => {
      const payment = await pendingPayment(ledger)
      const id = await admin.openException(payment, "unknown_at_gateway")
      await withRule(
        ledger,
        { table: "stablecoin_payment", rule: "status <> 'cancelled'" },
        async () => {
          await admin.refused(async () => {
            await expect(
              admin.choose(id, RETRY, { fact: { kind: "cancelled" } })
            ).rejects.toThrow("forbidden_by_test")
          })
        }
      )
    })

    it.each<[string, Choice]>([
      ["closed", { action: "close" }],
      ["resolved with a refund", { action: "refund", refund: { amount: "5" } }],
    ])(
      "is refused once another exception of the payment was %s: its money may be with the buyer",
      async (_, choice) => {
        const payment = await admin.paidPayment()
        const covered = await admin.openException(
          payment,
          "already_covered",
          PAID
        )
        const missing = await admin.openException(payment, "not_settled", PAID)
        const unknown = await admin.openException(payment, "unknown_at_gateway")
        await admin.choose(covered, choice)

        for (const id of [missing, unknown]) {
          expect(await admin.refused(() => admin.choose(id, RETRY))).toEqual({
            refused: "resolved_before",
            note: "Agreed with the buyer.",
          })
        }
        expect(await admin.choose(missing, { action: "close" })).toMatchObject({
          exception_id: missing,
        })
      }
    )

    it("is allowed for a changed amount, which captures nothing, also after another exception was closed", async () => {
      const payment = await admin.paidPayment()
      await admin.resolve(
        await admin.openException(payment, "already_covered", PAID)
      )
      const id = await admin.openException(payment, "amount_due_changed", PAID)
      expect(await admin.choose(id, RETRY)).toMatchObject({
        settles: payment.id,
      })
    })

    it("is allowed after an order's changed amount was closed, which is not about the payment's money", async () => {
      const payment = await admin.paidPayment()
      await admin.resolve(
        await admin.openException(payment, "amount_due_changed", PAID)
      )
      const id = await admin.openException(payment, "not_settled", PAID)
      expect(await admin.choose(id, RETRY)).toMatchObject({
        settles: payment.id,
      })
    })

    it.each<ExceptionKind>([
      "amount_mismatch",
      "order_cancelled",
      "refund_due",
    ])("is refused for %s, which it can't change", async (kind) => {
      const id = await admin.openException(
        await admin.paidPayment(),
        kind,
        PAID
      )
      expect(await admin.refused(() => admin.choose(id, RETRY))).toEqual({
        refused: "not_retriable",
      })
    })
  })

  describe("closing an exception with the transfer that sent the money back", () => {
    it("records a sent refund of the full amount, and nothing is due for it", async () => {
      const payment = await admin.paidPayment()
      await admin.recordRefundDue(payment, "ref_1", "5")
      const id = await admin.openException(payment, "already_covered", PAID)
      const before = (await admin.records()).exceptions.length

      const outcome = await close(id, {
        tx_hash: HASH.toUpperCase().replace("0X", "0x"),
        refund_to: ADDRESS,
      })

      expect(outcome).toMatchObject({
        refund: {
          amount: "7.50",
          currency: "USDT",
          chain: "POLYGON",
          exception_id: id,
          status: "sent",
          tx_hash: HASH,
          sent_by: BY,
          sent_at: expect.any(Date),
          refund_to: ADDRESS,
          refund_to_by: BY,
        },
      })
      const { exceptions } = await admin.records()
      expect(exceptions).toHaveLength(before)
      expect(exceptions.find((each) => each.id === id)).toMatchObject({
        status: "resolved",
        resolution: "close",
      })
      expect(ledger.announced).toEqual([])
      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
      expect(
        await ledger.service.refunds.refundRemainder(
          payment.id,
          "order_1 was cancelled"
        )
      ).toEqual({ refused: "exceeds_paid" })
    })

    it("happens once under concurrent attempts, and one transfer closes one refund", async () => {
      const payment = await admin.paidPayment()
      const other = await admin.openException(payment, "paid_twice", {
        amount: "3.00",
        currency: "USDT",
        chain: "POLYGON",
      })
      const id = await admin.openException(payment, "session_gone", PAID)

      const outcomes = await admin.atOnce(
        "stablecoin_exception",
        id,
        TIMES.map(() => () => close(id))
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      expect((await admin.records()).refunds).toHaveLength(1)
      expect(await admin.refused(() => close(other))).toEqual({
        refused: "hash_used",
      })
    })

    it.each<[string, ExceptionKind, object, Record<string, string>, object]>([
      [
        "more than is held",
        "session_gone",
        PAID,
        { amount: "12.51" },
        { refused: "exceeds_held", held: { amount: "12.50" } },
      ],
      [
        "by a hash of the wrong form",
        "session_gone",
        PAID,
        { tx_hash: "0x12" },
        { refused: "wrong_hash", chain: "POLYGON" },
      ],
      [
        "to an address of the wrong form",
        "session_gone",
        PAID,
        { refund_to: "0x12" },
        { refused: "wrong_address", chain: "POLYGON" },
      ],
      [
        "test money, which never moved",
        "test_money",
        PAID,
        {},
        { refused: "nothing_held" },
      ],
    ])("never records %s", async (_, kind, details, sent, refusal) => {
      const id = await admin.openException(await admin.paidPayment(), kind, {
        ...details,
      })
      expect(
        await admin.refused(() => close(id, { tx_hash: HASH, ...sent }))
      ).toMatchObject(refusal)
    })

    it("requires an amount where the gateway confirmed nothing, and prevents a later capture", async () => {
      const payment = await pendingPayment(ledger)
      const id = await admin.openException(payment, "transfer_reused")
      expect(await admin.refused(() => close(id))).toMatchObject({
        refused: "amount_required",
      })

      await close(id, { tx_hash: HASH, amount: "12.50" })

      expect((await admin.records()).refunds).toMatchObject([
        { status: "sent", exception_id: null, amount: "12.50" },
      ])
      expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
    })
  })

  describe("captured money without an order", () => {
    it("can't be closed until all of it is due or sent back", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(payment, "order_missing", PAID)
      const closing = () => admin.choose(id, { action: "close" }, UNORDERED)
      expect(await admin.refused(closing)).toMatchObject({
        refused: "order_missing",
        held: { amount: "12.50" },
      })
      await admin.recordRefundDue(payment, "ref_1", "5")
      expect(await admin.refused(closing)).toMatchObject({
        held: { amount: "7.50" },
      })
      await admin.recordRefundDue(payment, "ref_2", "7.50")
      expect(await closing()).toMatchObject({ exception_id: id })
    })

    it.each<[string, (amount: string) => Choice]>([
      ["refunded", (amount) => ({ action: "refund", refund: { amount } })],
      [
        "closed with a transfer",
        (amount) => ({ action: "close", sent: { tx_hash: HASH, amount } }),
      ],
    ])(
      "that is %s by a part stays open until the rest is sent back",
      async (_, choice) => {
        const payment = await admin.paidPayment()
        const id = await admin.openException(payment, "order_missing", PAID)
        const act = async (each: Choice) =>
          await admin.choose(id, each, UNORDERED)
        const status = async () =>
          (await admin.records()).exceptions.find((each) => each.id === id)

        expect(await act(choice("5"))).toMatchObject({
          refund: { amount: "5.00", exception_id: id },
        })
        expect(await status()).toMatchObject({
          status: "open",
          resolution: null,
          details: {
            earlier_note: "Agreed with the buyer.",
            earlier_resolved_by: BY,
          },
        })
        expect(
          await ledger.service.adminOperations.readRefundable(id)
        ).toMatchObject({
          amount: "7.50",
        })
        expect(
          await admin.refused(() => act({ action: "close" }))
        ).toMatchObject({
          refused: "order_missing",
          held: { amount: "7.50" },
        })
        expect(
          await admin.refused(() =>
            act({ action: "refund", refund: { amount: "7.51" } })
          )
        ).toMatchObject({ refused: "exceeds_held" })

        const sent = { tx_hash: `0x${"c3".repeat(32)}` }
        expect(await act({ action: "close", sent })).toMatchObject({
          refund: { amount: "7.50", status: "sent", tx_hash: sent.tx_hash },
        })
        expect(await status()).toMatchObject({
          status: "resolved",
          resolution: "close",
        })
        expect(await ledger.service.refunds.sum(payment.id)).toBe("12.50")
      }
    )

    it("gets no order after a partial refund, by neither a retry nor settling", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(payment, "order_missing", PAID)
      await admin.choose(
        id,
        { action: "refund", refund: { amount: "5" } },
        UNORDERED
      )
      expect(
        hasBeenResolved(
          await ledger.service.adminOperations.listResolutions(payment.id)
        )
      ).toBe(true)
      expect(await admin.refused(() => admin.choose(id, RETRY))).toMatchObject({
        refused: "resolved_before",
        note: "Agreed with the buyer.",
      })
    })

    it("counts the transfer of one part once", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(payment, "order_missing", PAID)
      const sent = { tx_hash: HASH, amount: "5" }
      const part = () => admin.choose(id, { action: "close", sent }, UNORDERED)
      await part()
      expect(await admin.refused(part)).toEqual({ refused: "hash_used" })
    })

    it("counts only the parts of its own withheld refund", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(payment, "order_cancelled", {
        ...PAID,
        withheld: "10.00",
      })
      const refund = { amount: "4" }
      await admin.choose(id, { action: "refund", refund }, UNORDERED)
      expect(
        await ledger.service.adminOperations.readRefundable(id)
      ).toMatchObject({
        amount: "6.00",
      })
    })

    it("may be refunded in part for other money, or for an exception that settling does not open", async () => {
      const payment = await admin.paidPayment()
      const other = await admin.openException(payment, "paid_twice", {
        amount: "3.00",
        currency: "USDT",
        chain: "POLYGON",
      })
      const refund: Choice = { action: "refund", refund: { amount: "1" } }
      for (const id of [
        other,
        await admin.openException(payment, "refund_due"),
      ]) {
        expect(await admin.choose(id, refund, UNORDERED)).toMatchObject({
          refund: { amount: "1.00" },
        })
      }
    })

    it.each<[Choice, ExceptionKind]>([
      [{ action: "close", sent: { tx_hash: HASH } }, "order_missing"],
      [{ action: "refund" }, "order_missing"],
      [RETRY, "order_missing"],
      // Other money than the payment's own, and no money.
      [{ action: "close" }, "amount_mismatch"],
      [{ action: "close" }, "test_money"],
    ])("accepts %j of %s", async (choice, kind) => {
      const id = await admin.openException(
        await admin.paidPayment(),
        kind,
        PAID
      )
      expect(await admin.choose(id, choice, UNORDERED)).toMatchObject({
        exception_id: id,
      })
    })
  })

  describe("an exception's refundable amount", () => {
    it("is read without a change, also of refunds that Medusa reverted", async () => {
      const payment = await admin.paidPayment()
      await admin.recordRefundDue(payment, "ref_1", "5")
      await ledger.db("refund").where({ id: "ref_1" }).delete()
      const id = await admin.openException(payment, "session_gone", PAID)
      expect(
        await admin.refused(() =>
          ledger.service.adminOperations.readRefundable(id)
        )
      ).toMatchObject({ amount: "12.50" })
    })
  })

  describe("the merchant's resolutions", () => {
    it("distinguish a close with its transfer from one with only a note, also after a partial refund", async () => {
      const payment = await admin.paidPayment()
      const kinds = ["order_missing", "not_settled"] as const
      const [documented, noted] = [
        await admin.openException(payment, kinds[0], PAID),
        await admin.openException(payment, kinds[1], PAID),
      ]
      await close(documented, { tx_hash: HASH, amount: "5" })
      const refund = { amount: "1" }
      await admin.choose(noted, { action: "refund", refund }, UNORDERED)
      await admin.choose(noted, { action: "close" })
      const list = await ledger.service.adminOperations.listResolutions(
        payment.id
      )
      expect(list).toMatchObject([
        { kind: "not_settled", action: "close", is_recorded: false },
        { kind: "order_missing", action: "close", is_recorded: true },
      ])
    })

    it("are those about a payment's money, newest first", async () => {
      const payment = await admin.paidPayment()
      const list = () =>
        ledger.service.adminOperations.listResolutions(payment.id)
      const unpaid = await admin.openException(payment, "not_settled", {
        status: "pending",
      })
      await admin.resolve(unpaid)
      const other = await admin.openException(payment, "amount_mismatch", PAID)
      await admin.resolve(other)
      expect(await list()).toEqual([])

      const retried = await admin.openException(payment, "order_missing", PAID)
      await admin.choose(retried, RETRY)
      const closed = await admin.openException(payment, "already_covered", PAID)
      await admin.resolve(closed)
      expect(await list()).toEqual([
        {
          kind: "already_covered",
          action: "close",
          note: "Agreed with the buyer.",
          is_recorded: false,
        },
        {
          kind: "order_missing",
          action: "retry",
          note: "Agreed with the buyer.",
          is_recorded: false,
        },
      ])
    })
  })
})
