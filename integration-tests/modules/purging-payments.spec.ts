import type { Payment } from "../../src/ledger"
import type { NewPayment } from "../../src/modules/stablecoin/repository/payments/payments"
import { purgePayments } from "../../src/modules/stablecoin/repository/payments/purge-payments"
import { TABLE } from "../../src/modules/stablecoin/repository/tables"
import { fillPayments } from "../../tools/harness/postgres/big-ledger"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"
import { plansOf } from "../setup/postgres/plans"

const DAY_MS = 24 * 3600_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

ledgerTest((ledger) => {
  /** A payment that ended the given number of days ago. */
  const ended = async (
    id: string,
    fact: "paid" | "failed" | "cancelled" | "abandoned",
    days: number,
    changes: Partial<NewPayment> = {}
  ): Promise<Payment> => {
    const { amount, currency, chain } = await pendingPayment(ledger, {
      id,
      ...changes,
    })
    await ledger.service.payments.apply(
      id,
      fact === "paid"
        ? { kind: fact, amount, currency, chain: chain ?? undefined }
        : { kind: fact },
      "webhook"
    )
    await aged(id, days)
    return await read(id)
  }
  const aged = async (id: string, days: number) => {
    const at = daysAgo(days)
    await ledger
      .db(TABLE.payment)
      .where({ id })
      .update({ created_at: at, updated_at: at })
  }
  const read = async (id: string) =>
    (await ledger.service.payments.find({ id }))!
  const left = async (table: string = TABLE.payment) =>
    await ledger.db(table).orderBy("id").pluck<string[]>("id")
  const purge = async (limit = 100) =>
    await ledger.service.repository.payments.purge({
      before: daysAgo(90),
      limit,
    })
  const erase = async () =>
    await ledger.service.repository.payments.eraseReturnUrls({
      before: daysAgo(7),
      limit: 100,
    })

  it("the checkout's token and links are erased once a payment has ended, from its timeline, too", async () => {
    const pending = await pendingPayment(ledger)
    expect(pending.checkout_token).toBe("token")
    const [started] = await ledger.db(TABLE.fact).select("details")
    expect(JSON.stringify(started)).not.toContain("token")

    const failed = await ended("stpay_2", "failed", 0)

    expect(failed).toMatchObject({ checkout_token: null, redirect_url: null })
  })

  describe("return URLs", () => {
    it("redirect the buyer for a week after the end, and are erased then", async () => {
      await ended("stpay_young", "paid", 6)
      await ended("stpay_paid", "paid", 8)
      await ended("stpay_failed", "failed", 8)
      await pendingPayment(ledger, { id: "stpay_open" })
      await aged("stpay_open", 8)

      expect(await erase()).toBe(2)
      expect(await erase()).toBe(0)

      for (const id of ["stpay_young", "stpay_open"]) {
        expect(await read(id)).toMatchObject({
          success_url: "http://localhost:8000/thanks",
          return_token: "return-token",
        })
      }
      for (const id of ["stpay_paid", "stpay_failed"]) {
        expect(await read(id)).toMatchObject({
          success_url: null,
          cancel_url: null,
          return_token: null,
        })
      }
    })

    it("of an abandoned payment keep only the token: a return is the only sign of a lost webhook", async () => {
      await ended("stpay_given_up", "abandoned", 8)
      await erase()
      expect(await read("stpay_given_up")).toMatchObject({
        success_url: null,
        return_token: "return-token",
      })
    })
  })

  describe("payments that ended without money", () => {
    it("are deleted with their facts once late money is no longer expected", async () => {
      await ended("stpay_failed", "failed", 91)
      await ended("stpay_cancelled", "cancelled", 91)
      await ended("stpay_given_up", "abandoned", 91, { rail: "hosted" })
      await ended("stpay_young", "failed", 89)
      await ended("stpay_paid", "paid", 91)
      await pendingPayment(ledger, { id: "stpay_open" })
      await aged("stpay_open", 91)

      expect(await purge()).toBe(3)

      expect(await left()).toEqual(["stpay_open", "stpay_paid", "stpay_young"])
      const facts = await ledger.db(TABLE.fact).distinct().pluck("payment_id")
      expect(facts.sort()).toEqual(["stpay_open", "stpay_paid", "stpay_young"])
    })

    it("stay where they may have been paid", async () => {
      await ended("stpay_returned", "abandoned", 91, { rail: "hosted" })
      await ended("stpay_readable", "abandoned", 91)
      const row = (id: string) => ledger.db(TABLE.payment).where({ id })
      await row("stpay_returned").update({ returned_result: "success" })
      await row("stpay_readable").update({
        rail: "onchain",
        gateway_id: "order-1",
      })

      expect(await purge()).toBe(0)
    })

    it("stay where the gateway reported something since", async () => {
      await ended("stpay_1", "abandoned", 91)
      await ledger.service.payments.apply(
        "stpay_1",
        { kind: "failed" },
        "webhook"
      )
      expect(await purge()).toBe(0)
    })

    it("stay while an order, an exception, a refund or a deposit refers to them", async () => {
      const { db, service } = ledger
      await ended("stpay_order", "failed", 91)
      await db(TABLE.payment).update({ order_id: "order_1" })
      await ended("stpay_exception", "failed", 91)
      const draft = {
        kind: "deposit_mismatch",
        reason: "amount",
        key: "one",
        details: {},
      } as const
      await service.exceptions.open("stpay_exception", draft)
      await db(TABLE.exception).update({ status: "resolved" })
      await ended("stpay_transfer", "failed", 91)
      await db(TABLE.deposit).insert({
        id: "stdep_1",
        rail: "onchain",
        amount: "1.00",
        currency: "USDT",
        chain: "POLYGON",
        tx_hash: "0x1",
        payment_id: "stpay_transfer",
        arrived_at: new Date(),
      })
      await ended("stpay_refund", "failed", 91)
      await db(TABLE.refund).insert({
        id: "stref_1",
        deposit_id: "stdep_1",
        payment_id: "stpay_refund",
        amount: "1.00",
        allocated: "1.00",
        currency: "USDT",
        cart_amount: "1.00",
        cart_currency: "usd",
        status: "sent",
      })

      expect(await purge()).toBe(0)
    })

    it("are deleted in batches, each once under concurrent processes", async () => {
      for (let number = 1; number <= 7; number++) {
        await ended(`stpay_${number}`, "failed", 91 + number)
      }
      const batches = await Promise.all([purge(3), purge(3), purge(3)])
      expect(batches.reduce((sum, count) => sum + count, 0)).toBe(7)
      expect(await left()).toEqual([])
    })

    it("exclude one that is being paid at this moment", async () => {
      await ended("stpay_1", "failed", 91)
      await ended("stpay_2", "failed", 91)
      await ledger.db.transaction(async (trx) => {
        await trx(TABLE.payment).where({ id: "stpay_1" }).forUpdate().first()
        expect(await purge()).toBe(1)
      })
      expect(await left()).toEqual(["stpay_1"])
    })
  })

  it("a shop with years of paid payments costs no more to purge than a new one", async () => {
    const { db } = ledger
    await fillPayments(db, 100_000)
    await db(TABLE.payment)
      .where({ status: "paid" })
      .update({ success_url: null })
    await db(TABLE.payment)
      .whereNot({ status: "paid" })
      .where("created_at", "<", daysAgo(10))
      .delete()
    await db.raw(`VACUUM ANALYZE ${TABLE.payment}`)

    const plan = await plansOf(db, () =>
      purgePayments(db, { before: daysAgo(10), limit: 100 })
    )

    expect(plan.scanned).not.toContain(TABLE.payment)
    expect(plan.rows).toBeLessThan(100)
  })
})
