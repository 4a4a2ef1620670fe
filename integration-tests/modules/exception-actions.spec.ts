import type { ExceptionName } from "../../src/ledger"
import { problemOf } from "../../src/ledger/__tests__/samples"
import type { ResolvedException } from "../../src/modules/stablecoin/repository/exceptions/resolution"
import {
  ADDRESS,
  BY,
  type Choice,
  LedgerAdmin,
  HASH,
  orRefusal,
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
    })

    it("opens the same exception again when it had no effect, with the earlier note", async () => {
      const payment = await admin.paidPayment()
      const draft = {
        kind: "order_missing",
        key: `${payment.id}:order_missing`,
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
      await ledger.service.repository.exceptions.resolveSettled(payment.id)
      await ledger.service.exceptions.open(payment.id, draft)
      expect((await admin.records()).exceptions).toMatchObject([open])
    })

    it.each<Choice>([
      { action: "close", kept: "For order_2." },
      { action: "refund", refund: {} },
    ])(
      "is required to reopen an exception: after %j it stays resolved",
      async (choice) => {
        const payment = await admin.paidPayment()
        const draft = {
          kind: "cart_changed",
          reason: "gone",
          key: `${payment.id}:cart_changed.gone`,
          details: PAID,
          deposit_id: payment.deposit_id,
        } as const
        const [opened] = await ledger.service.exceptions.open(payment.id, draft)
        await admin.choose(opened!.id, choice)

        expect(await ledger.service.exceptions.open(payment.id, draft)).toEqual(
          []
        )
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

    it("is refused once a part of the money is refunded or kept: nothing can be captured", async () => {
      const { id } = await admin.openPaid("order_missing")
      await admin.choose(id, { action: "refund", refund: { amount: "5" } })
      expect(await admin.refused(() => admin.choose(id, RETRY))).toEqual({
        refused: "already_used",
      })
    })

    it.each<ExceptionName>(["deposit_mismatch.amount", "refund_due"])(
      "is refused for %s, which it can't change",
      async (kind) => {
        const { id } = await admin.openPaid(kind)
        expect(await admin.refused(() => admin.choose(id, RETRY))).toEqual({
          refused: "not_retriable",
        })
      }
    )
  })

  describe("closing an exception with the transfer that sent the money back", () => {
    it("records a sent refund of what is left, and nothing is due for it", async () => {
      const { payment, id } = await admin.openPaid("already_covered")
      await admin.choose(id, { action: "refund", refund: { amount: "5" } })
      const before = (await admin.records()).exceptions.length
      ledger.announced.length = 0

      const outcome = await close(id, {
        tx_hash: HASH.toUpperCase().replace("0X", "0x"),
        refund_to: ADDRESS,
      })

      expect(outcome).toMatchObject({
        refund: {
          amount: "7.50",
          currency: "USDT",
          chain: "POLYGON",
          deposit_id: payment.deposit_id,
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
      expect(await admin.balances(payment.id)).toMatchObject([
        { refund: "12.50", unallocated: "0.00" },
      ])
      expect(
        await ledger.service.refunds.refundRemainder(
          payment.id,
          "order_1 was cancelled"
        )
      ).toMatchObject({ refused: "exceeds_paid" })
    })

    it("happens once under concurrent attempts, and one transfer closes one refund", async () => {
      const payment = await admin.paidPayment()
      const other = await admin.openException(payment, "paid_twice", {
        amount: "3.00",
        currency: "USDT",
        chain: "POLYGON",
      })
      const id = await admin.openException(payment, "cart_changed.gone", PAID)

      const outcomes = await admin.atOnce(
        "stablecoin_exception",
        id,
        TIMES.map(() => () => close(id))
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      expect((await admin.records()).refunds).toHaveLength(1)
      const refusal = { refused: "hash_used", sum: "12.50 USDT" }
      expect(await admin.refused(() => close(other))).toMatchObject(refusal)
      await close(other, { tx_hash: HASH, shared_transfer: true })
      expect((await admin.records()).refunds).toMatchObject([
        { status: "sent", tx_hash: HASH },
        { status: "sent", tx_hash: HASH },
      ])
    })

    it("never records test money, which never moved", async () => {
      const { id } = await admin.openPaid("test_money")
      expect(await admin.refused(() => close(id))).toMatchObject({
        refused: "nothing_held",
      })
      // Nor is it asked for.
      expect(
        await admin.choose(id, { action: "close" }, UNORDERED)
      ).not.toHaveProperty("refused")
    })

    it("requires an amount where the gateway confirmed nothing, and prevents a later capture", async () => {
      const payment = await pendingPayment(ledger)
      const id = await admin.openException(payment, "transfer_reused")
      expect(await admin.refused(() => close(id))).toMatchObject({
        refused: "amount_required",
      })

      await close(id, { tx_hash: HASH, amount: "12.50" })

      expect((await admin.records()).refunds).toMatchObject([
        { status: "sent", exception_id: id, amount: "12.50" },
      ])
      const { id: payment_id, amount, currency } = payment
      const paid = { kind: "paid", amount, currency, chain: "POLYGON" } as const
      await ledger.service.payments.apply(payment_id, paid, "webhook")
      // The gateway confirms the money that the merchant had found.
      expect(await admin.balances(payment_id)).toMatchObject([
        { refund: "12.50", unallocated: "0.00" },
      ])
      const known = await ledger.service.payments.find({ id: payment_id })
      expect(
        await ledger.service.repository.deposits.isCapturable(known!)
      ).toBe(false)
    })
  })

  describe("money that nothing uses", () => {
    it("can't be closed without stating where it is", async () => {
      const { payment, id } = await admin.openPaid("order_missing")
      const closing = () => admin.choose(id, { action: "close" })
      expect(await admin.refused(closing)).toMatchObject({
        refused: "whereabouts_required",
        held: "12.50 USDT",
      })
      expect(
        await admin.choose(id, { action: "close", kept: "A gift." })
      ).not.toHaveProperty("refused")
      expect(await admin.balances(payment.id)).toMatchObject([
        { kept: "12.50", unallocated: "0.00" },
      ])
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
        const { payment, id } = await admin.openPaid("order_missing")
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
          await ledger.service.repository.exceptions.readHeld(id)
        ).toMatchObject({ amount: "7.50" })
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
        expect(await admin.balances(payment.id)).toMatchObject([
          { refund: "12.50", unallocated: "0.00" },
        ])
      }
    )

    it("is refunded in part once, by any number of requests that read the same sum", async () => {
      const { id } = await admin.openPaid("order_missing")
      const part: Choice = {
        action: "refund",
        refund: { amount: "5.00" },
        held: "12.50",
      }
      const outcomes = await admin.atOnce(
        "stablecoin_exception",
        id,
        TIMES.map(() => () => admin.choose(id, part))
      )
      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      expect(await admin.refused(() => admin.choose(id, part))).toMatchObject({
        refused: "held_changed",
        held: "7.50 USDT",
      })
    })

    it("needs the sum that was read", async () => {
      const { id } = await admin.openPaid("order_missing")
      const { exceptions } = ledger.service
      const blind = { action: "refund", exception_id: id, note: "", by: BY }
      expect(
        await admin.refused(() => orRefusal(exceptions.resolve(blind as never)))
      ).toEqual({ refused: "held_required" })
    })

    it("of an unknown payment is assigned to one, and refunded from there", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(
        null,
        "unreported_transfer.unclear",
        {
          amount: "9.00",
          currency: "USDT",
          chain: "POLYGON",
        }
      )
      const assign = (payment_id: string): Choice => ({
        action: "assign",
        payment_id,
      })
      expect(
        await admin.refused(() => admin.choose(id, assign("stpay_none")))
      ).toEqual({ refused: "unknown_payment" })

      const outcome = await admin.choose(id, assign(payment.id))

      expect(outcome).toMatchObject({
        opened: [
          {
            kind: "deposit_mismatch",
            reason: "assigned",
            payment_id: payment.id,
            details: { amount: "9.00", currency: "USDT" },
          },
        ],
      })
      const [opened] = (outcome as ResolvedException).opened!
      expect(
        await admin.choose(opened!.id, { action: "refund", refund: {} })
      ).toMatchObject({ refund: { amount: "9.00", payment_id: payment.id } })
      expect(
        await admin.refused(() => admin.choose(opened!.id, assign(payment.id)))
      ).toEqual({ refused: "already_resolved" })
    })

    it("that only its chain shows and the merchant assigns is an exception of that payment", async () => {
      const payment = await admin.paidPayment()
      const coins = { amount: "9.00", currency: "USDT", chain: "POLYGON" }
      const name = "unreported_transfer.unclear"
      const id = await admin.openException(null, name, coins)
      await ledger
        .db("stablecoin_deposit")
        .where({ payment_id: null })
        .update({ confirmed_at: null, seen_at: new Date() })

      await admin.choose(id, { action: "assign", payment_id: payment.id })

      const { exceptions } = await admin.records()
      expect(exceptions.find((each) => each.payment_id)).toMatchObject({
        ...problemOf("unreported_transfer.again"),
        details: { amount: "9.00", currency: "USDT" },
      })
    })

    it("stays captured for its order when an exception about its proof is closed", async () => {
      const payment = await admin.paidPayment()
      await ledger.service.repository.deposits.capture(payment)
      const id = await admin.openException(payment, "unproven.not_found", PAID)
      const order = { id: "order_1", canceled: false, standing: true }
      const context = { medusa: { ...UNORDERED.medusa!, order } }

      await admin.choose(id, { action: "close", held: "12.50" }, context)

      expect((await admin.records()).exceptions).toMatchObject([
        { status: "resolved", resolution: "close" },
      ])
      expect(await admin.balances(payment.id)).toMatchObject([
        { capture: "12.50", kept: "0.00" },
      ])
    })

    it("that is unproven stays on the list until all of it is used", async () => {
      const { id } = await admin.openPaid("unproven.not_found")
      await admin.choose(id, { action: "refund", refund: { amount: "5" } })
      const [exception] = (await admin.records()).exceptions
      expect(exception).toMatchObject({ id, status: "open" })
      await admin.choose(id, { action: "close", kept: "Never arrived." })
      expect((await admin.records()).exceptions[0]).toMatchObject({
        status: "resolved",
      })
    })

    it.each([
      ["has not captured after all", null, "12.50", { refund: "12.50" }],
      ["captured a part of", "5", "7.50", { capture: "5.00", refund: "7.50" }],
    ])(
      "that Medusa %s is refunded as far as it is not captured",
      async (_, part, rest, uses) => {
        const payment = await admin.paidPayment()
        await admin.capture(payment, part)
        const id = await admin.openException(payment, "not_settled", PAID)
        const refund: Choice = { action: "refund", refund: {}, held: "1.00" }
        const before = await admin.balances(payment.id)

        expect(
          await admin.refused(() => admin.choose(id, refund))
        ).toMatchObject({ refused: "held_changed", held: `${rest} USDT` })
        expect(await admin.balances(payment.id)).toEqual(before)
        expect(
          await admin.choose(id, { action: "refund", refund: {} })
        ).toMatchObject({ refund: { amount: rest } })
        expect(await admin.balances(payment.id)).toMatchObject([uses])
      }
    )

    it("that is sent back is not captured as the rest of a part", async () => {
      const payment = await admin.paidPayment()
      await admin.capture(payment, "5")
      const id = await admin.openException(payment, "not_settled", PAID)
      await admin.choose(id, { action: "refund", refund: {} })
      const { deposits } = ledger.service.repository
      expect(await deposits.capture(payment)).toBe(true)

      await ledger
        .db("capture")
        .insert({ id: "capt_rest", payment_id: "pay_1", amount: "7.5" })

      expect(await deposits.capture(payment)).toBe(false)
    })
  })
})
