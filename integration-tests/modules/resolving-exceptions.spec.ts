import { isMoreThan, sumOf } from "../../src/ledger"
import { waitForLocks } from "../setup/module/test-database"
import { LedgerAdmin } from "../setup/module/ledger-admin"
import {
  ledgerTest,
  pendingPayment,
  withRule,
} from "../setup/module/test-ledger"

const TIMES = Array.from({ length: 12 }, (_, index) => index)

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  const refunded = async (id: string) => {
    const uses = await admin.balances(id)
    return sumOf(uses.map(({ refund }) => refund))
  }

  describe("resolving an exception", () => {
    it("concurrently never refunds more of a payment than was paid", async () => {
      const payment = await admin.paidPayment()
      const ids: string[] = []
      while (ids.length < TIMES.length) {
        ids.push(await admin.openException(payment, "not_settled"))
      }
      await ledger.db("refund").insert({ id: "ref_1" })

      const part = { action: "refund", refund: { amount: "3" } } as const
      await Promise.all([
        // Each has read another sum, as if the others were not there.
        ...ids.map((id, index) =>
          admin.choose(id, { ...part, held: `${12.5 - 3 * (index % 4)}` })
        ),
        ledger.service.refunds.record({
          payment_id: payment.id,
          medusa_refund_id: "ref_1",
          cart_amount: "3",
        }),
      ])

      const [own] = await admin.balances(payment.id)
      const { refunds } = await admin.records()
      expect(own?.refund).toBe(sumOf(refunds.map(({ amount }) => amount)))
      expect(isMoreThan(own!.refund, "12.50")).toBe(false)
      expect(own!.unallocated).not.toContain("-")
    })

    it("while a report changes the deposit and its exceptions fails neither", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.openException(payment, "cart_changed.gone")
      const { db } = ledger
      const resolving: Promise<unknown>[] = []

      await db.transaction(async (trx) => {
        await trx("stablecoin_deposit").forUpdate().first("id")
        resolving.push(
          admin.choose(id, { action: "refund", refund: {}, held: "12.50" })
        )
        await waitForLocks(db)
        await trx("stablecoin_exception")
          .where({ deposit_id: payment.deposit_id })
          .update({ updated_at: new Date() })
      })

      expect(await Promise.all(resolving)).toMatchObject([
        { refund: { amount: "12.50" } },
      ])
    })

    it("refunds other money as it was received, and counts it for no payment", async () => {
      const payment = await admin.paidPayment()
      const details = { amount: "40.005", currency: "USDC", chain: "BASE" }
      const id = await admin.openException(payment, "paid_twice", details)

      const outcome = await admin.resolve(id, {})

      expect(outcome).toMatchObject({ refund: details })
      expect(await admin.balances(payment.id)).toMatchObject([
        { refund: "0.00" },
        { refund: "40.005" },
      ])
      const other = await admin.openException(payment, "cart_changed.gone")
      expect(await admin.resolve(other, {})).toMatchObject({
        refund: { amount: "12.50", currency: "USDT", chain: "POLYGON" },
      })
    })

    it("refunds money found at the gateway for an unconfirmed payment, once", async () => {
      const payment = await pendingPayment(ledger)
      const first = await admin.openException(payment, "never_answered")
      const second = await admin.openException(payment, "unknown_at_gateway")

      expect(await admin.refused(() => admin.resolve(first, {}))).toMatchObject(
        {
          refused: "amount_required",
          held: "12.50 USDT",
        }
      )
      expect(await admin.resolve(first, { amount: "5" })).toMatchObject({
        refund: {
          amount: "5.00",
          currency: "USDT",
          chain: "POLYGON",
          exception_id: first,
        },
      })
      const rest = { refused: "exceeds_held", held: "7.50 USDT" }
      expect(
        await admin.refused(() => admin.resolve(second, { amount: "7.51" }))
      ).toMatchObject(rest)
      await admin.resolve(second, { amount: "7.50", reason: "Portal." })

      expect(await refunded(payment.id)).toBe("12.50")
      const { id, amount, currency } = payment
      const fact = { kind: "paid", amount, currency, chain: "POLYGON" } as const
      await ledger.service.payments.apply(id, fact, "webhook")
      // The parts that the merchant found are the money that is reported.
      expect(await admin.balances(id)).toMatchObject([
        { refund: "12.50", unallocated: "0.00" },
      ])
    })

    it("leaves the exception open when its refund can't be written", async () => {
      const id = await admin.openException(
        await admin.paidPayment(),
        "cart_changed.gone"
      )
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
  })
})
