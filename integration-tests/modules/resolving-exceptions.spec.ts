import { type ExceptionName, isMoreThan, sumOf } from "../../src/ledger"
import { problemOf } from "../../src/ledger/__tests__/samples"
import type { ResolvedException } from "../../src/modules/stablecoin/repository/exceptions/resolution"
import { waitForLocks } from "../setup/module/test-database"
import {
  ADDRESS,
  BY,
  type Choice,
  HASH,
  LedgerAdmin,
  REFUND,
  refundOf,
  sentBack,
  UNORDERED,
} from "../setup/module/ledger-admin"
import {
  ledgerTest,
  pendingPayment,
  withRule,
} from "../setup/module/test-ledger"
import { readScheduled, schedules } from "../setup/store/schedule"

const OTHER_HASH = `0x${"c3".repeat(32)}`
const RETRY: Choice = { action: "retry" }
const CLOSE: Choice = { action: "close" }
const KEEP: Choice = { action: "close", kept: "A gift." }
const CHOICES = {
  retry: RETRY,
  close: CLOSE,
  keep: KEEP,
  refund: REFUND,
  "refund 5": refundOf("5"),
  "refund 7.51": refundOf("7.51"),
  send: sentBack({ tx_hash: OTHER_HASH }),
  "send 5": sentBack({ amount: "5" }),
  /** Of a sum that was read before the other decision. */
  blind: { ...refundOf("5"), held: "12.50" },
  /** Of no sum. */
  unread: { ...REFUND, held: undefined },
} satisfies Record<string, Choice>
const PARTLY = "5.00 refund, 7.50 unallocated"
const KEPT = "5.00 refund, 7.50 kept"
const SENT = ["5.00 sent", "7.50 sent"]
const REST = ["5.00 due", "7.50 sent"]
const PAID = { status: "paid" }
const EARLIER = {
  earlier_note: "Agreed with the buyer.",
  earlier_resolved_by: BY,
}

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  /** An exception whose key is the same when it is opened again. */
  const reopen = async (name: ExceptionName, payment_id: string) => {
    const deposit_id = (await ledger.service.payments.find({ id: payment_id }))
      ?.deposit_id
    const key = `${payment_id}:${name}`
    const [opened] = await ledger.service.exceptions.open(payment_id, {
      ...problemOf(name),
      key,
      details: PAID,
      deposit_id,
    })
    return opened?.id
  }

  // Money that nothing uses can be refunded, sent back and kept, in parts.
  it.each<[ExceptionName, (keyof typeof CHOICES)[], string, string[], string]>([
    ["order_missing", ["refund"], "12.50 refund", ["12.50 due"], "refund"],
    ["order_missing", ["keep"], "12.50 kept", [], "close"],
    ["order_missing", ["refund 5"], PARTLY, ["5.00 due"], "open"],
    ["order_missing", ["send 5"], PARTLY, ["5.00 sent"], "open"],
    ["order_missing", ["send 5", "send"], "12.50 refund", SENT, "close"],
    ["already_covered", ["refund 5", "send"], "12.50 refund", REST, "close"],
    ["unproven.not_found", ["refund 5"], PARTLY, ["5.00 due"], "open"],
    ["unproven.not_found", ["refund 5", "keep"], KEPT, ["5.00 due"], "close"],
    ["test_money", ["close"], "12.50 kept", [], "close"],
  ])("%s is resolved by %j: %s", async (name, choices, uses, refunds, end) => {
    const { payment, id } = await admin.openPaid(name)
    for (const choice of choices) {
      const outcome = await admin.choose(id, CHOICES[choice], UNORDERED)
      expect(outcome).not.toHaveProperty("refused")
    }
    expect(await admin.uses(payment.id)).toEqual([uses])
    expect(await admin.refunds()).toEqual(refunds)
    const { exceptions } = await admin.records()
    expect(exceptions.find((each) => each.id === id)).toMatchObject(
      end === "open"
        ? { status: "open", resolution: null, details: EARLIER }
        : { status: "resolved", resolution: end }
    )
  })

  it.each<[ExceptionName, (keyof typeof CHOICES)[], string]>([
    // Nothing is left to be captured.
    ["order_missing", ["refund 5", "retry"], "already_used"],
    ["deposit_mismatch.amount", ["retry"], "not_retriable"],
    ["refund_due", ["retry"], "not_retriable"],
    // It never moved.
    ["test_money", ["send"], "nothing_held"],
    ["order_missing", ["close"], "whereabouts_required: 12.50 USDT"],
    ["order_missing", ["refund 5", "refund 7.51"], "exceeds_held: 7.50 USDT"],
    ["order_missing", ["refund 5", "blind"], "held_changed: 7.50 USDT"],
    ["order_missing", ["unread"], "held_required"],
    ["order_missing", ["keep", "refund"], "already_resolved"],
  ])("%s refuses the last of %j: %s", async (name, choices, why) => {
    const { id } = await admin.openPaid(name)
    for (const choice of choices.slice(0, -1)) {
      await admin.choose(id, CHOICES[choice])
    }
    expect(await admin.refusal(id, CHOICES[choices.at(-1)!])).toBe(why)
  })

  describe("a retry", () => {
    it("keeps the merchant's choice and note, and makes the payment due for settling immediately", async () => {
      const { payment, id } = await admin.openPaid("order_missing")
      await schedules(ledger.db).update({
        next_reconcile_at: null,
        reconcile_attempts: 5,
      })

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
      const { id: payment_id } = await admin.paidPayment()
      const id = await reopen("order_missing", payment_id)
      await admin.choose(id!, RETRY)
      const open = {
        id,
        status: "open",
        resolution: null,
        note: null,
        resolved_by: null,
        resolved_at: null,
        details: { ...PAID, ...EARLIER },
      }
      // Settling resolves and reopens it. The merchant's note is still there.
      for (let time = 0; time < 2; time++) {
        await reopen("order_missing", payment_id)
        expect((await admin.records()).exceptions).toMatchObject([open])
        const { exceptions } = ledger.service.repository
        await exceptions.resolveSettled(payment_id)
      }
    })

    it.each([KEEP, REFUND])(
      "is required to open it again: after %j it stays resolved",
      async (choice) => {
        const { id: payment_id } = await admin.paidPayment()
        const id = await reopen("cart_changed.gone", payment_id)
        await admin.choose(id!, choice)
        expect(await reopen("cart_changed.gone", payment_id)).toBeUndefined()
      }
    )

    it("records the gateway's answer in the same transaction, and opens again if it is unchanged", async () => {
      const payment = await pendingPayment(ledger)
      const fact = { kind: "unknown_at_gateway" } as const
      await ledger.service.payments.apply(payment.id, fact, "read")
      const [{ id }] = (await admin.records()).exceptions as [{ id: string }]
      ledger.announced.length = 0

      await admin.choose(id, RETRY, { fact })
      expect(await admin.exceptions()).toEqual(["unknown_at_gateway open"])
      expect(ledger.announced).toEqual(["stablecoin.exception.opened"])

      await admin.choose(id, RETRY, { fact: { kind: "cancelled" } })
      expect(await admin.exceptions()).toEqual([
        "unknown_at_gateway resolved retry",
      ])
      expect(await ledger.db("stablecoin_payment").first()).toMatchObject({
        status: "cancelled",
      })
    })
  })

  it.each([
    [
      "the gateway's answer",
      "unknown_at_gateway",
      { ...RETRY },
      { table: "stablecoin_payment", rule: "status <> 'cancelled'" },
    ],
    [
      "its refund",
      "cart_changed.gone",
      REFUND,
      { table: "stablecoin_exception", rule: "kind <> 'refund_due'" },
    ],
  ] as const)(
    "an exception stays open when %s can't be written",
    async (_, name, choice, rule) => {
      const payment =
        name === "unknown_at_gateway"
          ? await pendingPayment(ledger)
          : await admin.paidPayment()
      const id = await admin.openException(payment, name)
      await withRule(ledger, rule, async () => {
        await admin.refused(async () => {
          await expect(
            admin.choose(id, choice, { fact: { kind: "cancelled" } })
          ).rejects.toThrow("forbidden_by_test")
        })
      })
      expect(ledger.announced).toEqual([])
    }
  )

  describe("the transfer that sent the money back", () => {
    it("is a sent refund, and nothing is due for it", async () => {
      const { payment, id } = await admin.openPaid("already_covered")

      const outcome = await admin.choose(
        id,
        sentBack({
          tx_hash: HASH.toUpperCase().replace("0X", "0x"),
          refund_to: ADDRESS,
        })
      )

      expect(outcome).toMatchObject({
        refund: {
          amount: "12.50",
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
      expect(await admin.exceptions()).toEqual([
        "already_covered resolved close",
      ])
      expect(ledger.announced).toEqual([])
      const { refunds } = ledger.service
      expect(
        await refunds.refundRemainder(payment.id, "order_1 was cancelled")
      ).toMatchObject({ refused: "exceeds_paid" })
    })

    it("is recorded once under concurrent attempts, and one transfer closes one refund", async () => {
      const payment = await admin.paidPayment()
      const coins = { amount: "3.00", currency: "USDT", chain: "POLYGON" }
      const other = await admin.openException(payment, "paid_twice", coins)
      const id = await admin.openException(payment, "cart_changed.gone", PAID)

      const outcomes = await admin.atOnce("stablecoin_exception", id, 8, () =>
        admin.choose(id, sentBack())
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      expect(await admin.refunds()).toEqual(["12.50 sent"])
      expect(await admin.refusal(other, sentBack())).toBe(
        "hash_used: 12.50 USDT"
      )
      await admin.choose(other, sentBack({ shared_transfer: true }))
      expect(await admin.refunds()).toEqual(["12.50 sent", "3.00 sent"])
    })
  })

  describe("money that the merchant found, and the gateway did not confirm", () => {
    const confirm = async (id: string) => {
      const fact = { kind: "paid", amount: "12.50", currency: "USDT" } as const
      await ledger.service.payments.apply(
        id,
        { ...fact, chain: "POLYGON" },
        "webhook"
      )
    }

    it.each([
      ["transfer_reused", sentBack, "12.50 sent"],
      [
        "never_answered",
        ({ amount }: { amount?: string } = {}) =>
          amount ? refundOf(amount) : REFUND,
        "12.50 due",
      ],
    ] as const)(
      "needs an amount, and is not captured once it is confirmed: %s",
      async (name, choice, refund) => {
        const { id: payment_id } = await pendingPayment(ledger)
        const payment = await ledger.service.payments.find({ id: payment_id })
        const id = await admin.openException(payment, name)
        expect(await admin.refusal(id, choice())).toBe(
          "amount_required: 12.50 USDT"
        )

        await admin.choose(id, choice({ amount: "12.50" }))
        expect(await admin.refunds()).toEqual([refund])
        await confirm(payment_id)

        // The gateway confirms the money that the merchant had found.
        expect(await admin.uses(payment_id)).toEqual(["12.50 refund"])
        const known = await ledger.service.payments.find({ id: payment_id })
        const { deposits } = ledger.service.repository
        expect(await deposits.isCapturable(known!)).toBe(false)
      }
    )

    it("is refunded once, also by two exceptions", async () => {
      const payment = await pendingPayment(ledger)
      const first = await admin.openException(payment, "never_answered")
      const second = await admin.openException(payment, "unknown_at_gateway")
      await admin.choose(first, refundOf("5"))
      expect(await admin.refusal(second, refundOf("7.51"))).toBe(
        "exceeds_held: 7.50 USDT"
      )
      await admin.choose(second, refundOf("7.50"))
      await confirm(payment.id)
      expect(await admin.uses(payment.id)).toEqual(["12.50 refund"])
    })

    it("in an unknown mode is apart from the payment's own", async () => {
      const payment = await admin.paidPayment()
      const { amount, currency } = payment
      const fact = { kind: "paid", amount, currency, chain: "POLYGON" } as const
      await ledger.service.payments.apply(
        payment.id,
        { ...fact, tx_hash: OTHER_HASH, mode: "sandbox" },
        "webhook"
      )
      expect(await admin.exceptions()).toEqual(["deposit_mismatch.mode open"])
      const { id } = await ledger.db("stablecoin_exception").first("id")

      expect(await admin.refusal(id, REFUND)).toMatch(/^amount_required/)
      await admin.choose(id, refundOf("12.5"))
      expect(await admin.uses(payment.id)).toEqual([
        "12.50 unallocated",
        "12.50 refund",
      ])
    })
  })

  describe("other money than the payment's", () => {
    it("is refunded as it was received, and counts for no payment", async () => {
      const payment = await admin.paidPayment()
      const coins = { amount: "40.005", currency: "USDC", chain: "BASE" }
      const id = await admin.openException(payment, "paid_twice", coins)
      expect(await admin.choose(id, REFUND)).toMatchObject({ refund: coins })
      const other = await admin.openException(payment, "cart_changed.gone")
      expect(await admin.choose(other, REFUND)).toMatchObject({
        refund: { amount: "12.50", currency: "USDT", chain: "POLYGON" },
      })
      expect(await admin.uses(payment.id)).toEqual([
        "12.50 refund",
        "40.005 refund",
      ])
    })

    it.each([
      ["the gateway reported", { seen_at: null }, "deposit_mismatch.assigned"],
      [
        "only its chain shows",
        { confirmed_at: null, seen_at: new Date() },
        "unreported_transfer.again",
      ],
    ] as const)(
      "that %s is assigned to a payment, and refunded from there",
      async (_, arrived, name) => {
        const { id: payment_id } = await admin.paidPayment()
        const coins = { amount: "9.00", currency: "USDT", chain: "POLYGON" }
        const unclear = "unreported_transfer.unclear"
        const id = await admin.openException(null, unclear, coins)
        await ledger
          .db("stablecoin_deposit")
          .where({ payment_id: null })
          .update(arrived)
        const assign = (to: string): Choice => ({
          action: "assign",
          payment_id: to,
        })
        expect(await admin.refusal(id, assign("stpay_none"))).toBe(
          "unknown_payment"
        )

        const outcome = await admin.choose(id, assign(payment_id))

        const [opened] = (outcome as ResolvedException).opened!
        expect(opened).toMatchObject({ ...problemOf(name), payment_id })
        const { exceptions } = await admin.records()
        expect(exceptions.find((each) => each.payment_id)).toMatchObject({
          details: expect.objectContaining({
            amount: "9.00",
            currency: "USDT",
          }),
        })
        expect(await admin.choose(opened!.id, REFUND)).toMatchObject({
          refund: { amount: "9.00", payment_id },
        })
      }
    )
  })

  describe("captured money", () => {
    it("stays with its order when an exception about its proof is closed", async () => {
      const payment = await admin.paidPayment()
      await admin.capture(payment, "12.50")
      const id = await admin.openException(payment, "unproven.not_found", PAID)
      const order = { id: "order_1", canceled: false, standing: true }
      const context = { medusa: { ...UNORDERED.medusa!, order } }

      await admin.choose(id, { ...CLOSE, held: "12.50" }, context)

      expect(await admin.exceptions()).toEqual([
        "unproven.not_found resolved close",
      ])
      expect(await admin.uses(payment.id)).toEqual(["12.50 capture"])
    })

    it.each([
      ["has not captured after all", null, "12.50", "12.50 refund"],
      ["captured a part of", "5", "7.50", "5.00 capture, 7.50 refund"],
    ])(
      "that Medusa %s is refunded as far as it is not captured, and not captured later",
      async (_, part, rest, uses) => {
        const payment = await admin.paidPayment()
        await admin.capture(payment, part)
        const id = await admin.openException(payment, "not_settled", PAID)
        const before = await admin.balances(payment.id)

        expect(await admin.refusal(id, { ...REFUND, held: "1.00" })).toBe(
          `held_changed: ${rest} USDT`
        )
        expect(await admin.balances(payment.id)).toEqual(before)
        expect(await admin.choose(id, REFUND)).toMatchObject({
          refund: { amount: rest },
        })
        expect(await admin.uses(payment.id)).toEqual([uses])
      }
    )

    it("that was sent back is not captured as the rest of a part", async () => {
      const payment = await admin.paidPayment()
      await admin.capture(payment, "5")
      const id = await admin.openException(payment, "not_settled", PAID)
      await admin.choose(id, REFUND)
      const { deposits } = ledger.service.repository
      expect(await deposits.capture(payment)).toBe(true)

      await ledger
        .db("capture")
        .insert({ id: "capt_rest", payment_id: "pay_1", amount: "7.5" })

      expect(await deposits.capture(payment)).toBe(false)
    })
  })

  describe("decisions at the same moment", () => {
    it("that read the same sum refund a part once", async () => {
      const { id } = await admin.openPaid("order_missing")
      const part = { ...refundOf("5"), held: "12.50" }
      const outcomes = await admin.atOnce("stablecoin_exception", id, 8, () =>
        admin.choose(id, part)
      )
      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
    })

    it("never refund more of a payment than was paid", async () => {
      const payment = await admin.paidPayment()
      const ids: string[] = []
      while (ids.length < 12) {
        ids.push(await admin.openException(payment, "not_settled"))
      }
      await Promise.all([
        // Each has read another sum, as if the others were not there.
        ...ids.map((id, index) =>
          admin.choose(id, {
            ...refundOf("3"),
            held: `${12.5 - 3 * (index % 4)}`,
          })
        ),
        admin.request(payment, "ref_1", "3"),
      ])

      const [own] = await admin.balances(payment.id)
      const { refunds } = await admin.records()
      expect(own?.refund).toBe(sumOf(refunds.map(({ amount }) => amount)))
      expect(isMoreThan(own!.refund, "12.50")).toBe(false)
      expect(own!.unallocated).not.toContain("-")
    })

    it("and a report that changes the deposit and its exceptions fail neither", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(payment, "cart_changed.gone")
      const { db } = ledger
      const resolving: Promise<unknown>[] = []

      await db.transaction(async (trx) => {
        await trx("stablecoin_deposit").forUpdate().first("id")
        resolving.push(admin.choose(id, { ...REFUND, held: "12.50" }))
        await waitForLocks(db)
        await trx("stablecoin_exception")
          .where({ deposit_id: payment.deposit_id })
          .update({ updated_at: new Date() })
      })

      expect(await Promise.all(resolving)).toMatchObject([
        { refund: { amount: "12.50" } },
      ])
    })
  })
})
