import type { Payment } from "../../src/ledger"
import { transfer } from "../../src/ledger/__tests__/samples"
import { eraseSenders } from "../../src/modules/stablecoin/repository/customers/forget-payment"
import { TABLE } from "../../src/modules/stablecoin/repository/tables"
import { ADDRESS, BY, LedgerAdmin, HASH } from "../setup/module/ledger-admin"
import {
  ledgerTest,
  newPayment,
  pendingPayment,
  withRule,
} from "../setup/module/test-ledger"
import { schedules } from "../setup/store/schedule"
import { plansOf } from "../setup/postgres/plans"
import { forgetCustomer } from "../../src/workflows/customer-data"

const CUSTOMER = "cus_ada"
const NOTE = "Ada Lovelace wrote from ada@example.com"
const BODY = JSON.stringify({ payer: "ada@example.com" })

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  const settle = async () =>
    await schedules(ledger.db).update({ next_reconcile_at: null })
  const customers = {
    /** Forgets a customer whose paid payments are settled. */
    forget: async (id: string) => {
      await settle()
      return await forgetCustomer(ledger.service.repository, id)
    },
    export: async (id: string) => ({
      payments: await ledger.service.repository.customers.read(id),
    }),
  }
  const payment = async (
    id: string,
    customer_id: string = CUSTOMER
  ): Promise<Payment> =>
    await pendingPayment(ledger, {
      ...newPayment({ id }),
      cart_id: "cart_of_ada",
      customer_id,
      success_url: "https://shop.example/thanks?name=ada",
    })
  const paid = async (id: string, customer_id?: string): Promise<Payment> => {
    const { amount, currency } = await payment(id, customer_id)
    const fact = { kind: "paid", amount, currency, chain: "POLYGON" } as const
    const tx_hash = `0x${id}`
    const applied = await ledger.service.payments.apply(
      id,
      { ...fact, tx_hash },
      "webhook"
    )
    return applied!.payment
  }
  const webhookOf = async (payment_id: string, id: string) =>
    await ledger.db(TABLE.webhookEvent).insert({
      id,
      rail: "onchain",
      event: "payment_order.paid",
      digest: id,
      body: BODY,
      signed_for: "[]",
      payment_id,
      status: "processed",
    })
  /** All rows of the ledger, as text. */
  const everything = async () => {
    const rows: unknown[] = []
    for (const table of Object.values(TABLE)) {
      rows.push(...(await ledger.db(table)))
    }
    return JSON.stringify(rows)
  }
  /** A paid payment with all data that may name its customer. */
  const paymentWithAllData = async () => {
    const of = await paid("stpay_story")
    await webhookOf(of.id, "stwhe_story")
    const refund = await admin.recordRefundDue(of, "ref_story", "2.50")
    await ledger.db(TABLE.refund).update({ reason: NOTE })
    const [opened] = await ledger.service.exceptions.open(of.id, {
      kind: "order_missing",
      key: "story",
      details: {
        customer_id: CUSTOMER,
        cart_id: "cart_of_ada",
        status: "paid",
        cause: `Medusa knows no cart of ${CUSTOMER}.`,
      },
    })
    await ledger.service.exceptions.resolve({
      exception_id: opened!.id,
      action: "close",
      note: NOTE,
      by: BY,
    })
    const [quoting] = await ledger.service.exceptions.open(of.id, {
      kind: "not_settled",
      key: "quoting",
      details: { earlier_note: NOTE },
    })
    await ledger.db(TABLE.exception).where({ id: quoting!.id }).update({
      status: "resolved",
    })
    await settle()
    return { payment: of, refund }
  }
  describe("erasing a customer", () => {
    it("leaves amounts, ids and hashes, and nothing that names the customer", async () => {
      const { payment: of, refund } = await paymentWithAllData()
      await admin.sent(refund, HASH, ADDRESS)
      const before = await everything()
      const personalData = [
        CUSTOMER,
        "cart_of_ada",
        "ada@",
        ADDRESS,
        ADDRESS.toLowerCase(),
        "Ada",
      ]
      for (const personal of personalData) {
        expect(before).toContain(personal)
      }

      expect(await customers.forget(CUSTOMER)).toEqual({
        customer_id: CUSTOMER,
        forgotten: [of.id],
        open: [],
        kept: [],
      })

      const after = await everything()
      for (const personal of [...personalData, "name=ada", "return-token"]) {
        expect(after).not.toContain(personal)
      }
      expect(await ledger.service.payments.find({ id: of.id })).toEqual({
        ...of,
        customer_id: null,
        cart_id: null,
        success_url: null,
        cancel_url: null,
        return_token: null,
      })
      expect(await ledger.db(TABLE.refund)).toMatchObject([
        {
          amount: "2.50",
          currency: "USDT",
          status: "sent",
          tx_hash: HASH,
        },
      ])
      const [last] = await ledger
        .db(TABLE.fact)
        .orderBy("created_at", "desc")
        .limit(1)
      expect(last).toMatchObject({ kind: "forgotten", source: "admin" })
    })

    it("erases who sent the deposits of a payment, and transfers to it", async () => {
      await paid("stpay_1")
      await paid("stpay_2", "cus_other")
      await ledger.db(TABLE.deposit).update({ sender: "0xsender" })
      await ledger.db(TABLE.fact).insert({
        id: "stfact_seen",
        payment_id: "stpay_1",
        kind: "seen",
        source: "chain",
        status_before: "paid",
        status_after: "paid",
        details: JSON.stringify({ transfer: transfer() }),
      })

      await customers.forget(CUSTOMER)

      const seen = await ledger.db(TABLE.fact).where({ kind: "seen" })
      expect(seen).toMatchObject([{ details: { transfer: { sender: null } } }])

      const left = await ledger
        .db(TABLE.deposit)
        .whereNotNull("sender")
        .pluck("payment_id")
      expect(left).toEqual(["stpay_2"])
    })

    it("finds the deposits to erase by indexes", async () => {
      await paid("stpay_1")
      await ledger.db.raw(
        `INSERT INTO stablecoin_deposit
           (id, rail, amount, currency, chain, tx_hash, log_index, sender,
            arrived_at, payment_id)
         SELECT 'stdep_' || n, 'onchain', '1', 'USDT', 'POLYGON', '0x' || n, 0,
           '0xfrom', now(), 'stpay_' || n
         FROM generate_series(2, 5000) AS n;
         ANALYZE stablecoin_deposit`
      )
      const plan = await plansOf(ledger.db, async () => {
        await eraseSenders(ledger.db, "stpay_4")
      })
      expect(plan.scanned).not.toContain(TABLE.deposit)
    })

    it("twice does nothing more, and touches no other customer", async () => {
      await paid("stpay_1")
      await paid("stpay_other", "cus_other")
      await customers.forget(CUSTOMER)
      const once = await everything()

      const again = await customers.forget(CUSTOMER)

      expect(again).toMatchObject({ forgotten: [], open: [], kept: [] })
      expect(await everything()).toBe(once)
      expect(
        await ledger.service.payments.find({ id: "stpay_other" })
      ).toMatchObject({ customer_id: "cus_other", cart_id: "cart_of_ada" })
    })

    it("keeps the address of a refund due until it is sent, and reports it", async () => {
      const { payment: of, refund } = await paymentWithAllData()
      await ledger.service.repository.refunds.update({
        refund_id: refund,
        refund_to: ADDRESS,
        by: BY,
      })

      const { kept } = await customers.forget(CUSTOMER)

      expect(kept).toMatchObject([{ id: of.id, refunds: [refund] }])
      expect(await ledger.db(TABLE.refund)).toMatchObject([
        { refund_to: ADDRESS, status: "due" },
      ])
      expect(await ledger.service.payments.find({ id: of.id })).toEqual(of)

      await admin.sent(refund)

      expect(await customers.forget(CUSTOMER)).toMatchObject({
        forgotten: [of.id],
        kept: [],
      })
      expect(await everything()).not.toContain(ADDRESS)
    })

    it("keeps an open exception whole, since the buyer's money depends on it", async () => {
      const of = await paid("stpay_1")
      const exception = await admin.openException(of, "order_missing", {
        customer_id: CUSTOMER,
      })
      await webhookOf(of.id, "stwhe_evidence")
      await ledger
        .db(TABLE.exception)
        .update({ webhook_event_id: "stwhe_evidence" })

      expect(await customers.forget(CUSTOMER)).toMatchObject({
        kept: [{ id: of.id, exceptions: [exception], refunds: [] }],
      })

      expect(await ledger.db(TABLE.exception)).toMatchObject([
        { details: { customer_id: CUSTOMER } },
      ])
      expect(await ledger.db(TABLE.webhookEvent)).toMatchObject([
        { body: BODY },
      ])
    })

    it("leaves a payment that the buyer may be paying, and reports until when", async () => {
      const { id, expires_at } = await payment("stpay_open")
      expect(await customers.forget(CUSTOMER)).toEqual({
        customer_id: CUSTOMER,
        forgotten: [],
        open: [{ id, status: "pending", expires_at: expires_at.toISOString() }],
        kept: [],
      })
      expect(await ledger.service.payments.find({ id })).toMatchObject({
        customer_id: CUSTOMER,
        return_token: "return-token",
      })
    })

    it("leaves a payment whose order is not placed yet: an exception about it would not name the customer", async () => {
      const { id } = await paid("stpay_paid")
      expect(
        await forgetCustomer(ledger.service.repository, CUSTOMER)
      ).toMatchObject({
        forgotten: [],
        open: [{ id, status: "paid" }],
      })
      expect(await customers.forget(CUSTOMER)).toMatchObject({
        forgotten: [id],
      })
    })

    it("erases a payment completely or not at all, and may be repeated after a crash", async () => {
      const { refund } = await paymentWithAllData()
      await admin.sent(refund)
      const before = await everything()
      await withRule(
        ledger,
        { table: TABLE.fact, rule: "kind <> 'forgotten'" },
        async () => {
          await expect(customers.forget(CUSTOMER)).rejects.toThrow()
        }
      )
      expect(await everything()).toBe(before)

      await customers.forget(CUSTOMER)
      expect(await everything()).not.toContain("ada@")
    })

    it("closes the offer that a deleted customer opened", async () => {
      await paid("stpay_1")
      await ledger.db("notification").insert({
        id: "noti_offer",
        resource_type: "stablecoin_deleted_customer",
        resource_id: CUSTOMER,
      })
      await customers.forget(CUSTOMER)
      expect(await ledger.db("notification")).toEqual([])
    })
  })

  it("exporting a customer lists all stored data, and no token or link of the checkout", async () => {
    const { payment: of, refund } = await paymentWithAllData()
    await payment("stpay_open")
    await paid("stpay_other", "cus_other")

    const { payments } = await customers.export(CUSTOMER)

    expect(payments.map(({ id }) => id).sort()).toEqual(["stpay_open", of.id])
    expect(payments.find(({ id }) => id === of.id)).toMatchObject({
      amount: "12.50",
      customer_id: CUSTOMER,
      success_url: "https://shop.example/thanks?name=ada",
      facts: [{ kind: "started" }, { kind: "paid" }],
      exceptions: [
        { kind: "refund_due" },
        { kind: "order_missing", note: NOTE },
        { kind: "not_settled", details: { earlier_note: NOTE } },
      ],
      refunds: [{ id: refund, reason: NOTE }],
      webhooks: [{ id: "stwhe_story", body: BODY }],
    })
    const text = JSON.stringify(payments)
    expect(text).not.toMatch(/return-token|checkout\/token|"token"/)
    expect(text).not.toMatch(/lease_owner|return_token|redirect_url/)
  })
})
