import { nextStep, type Payment } from "../../src/ledger"
import { medusaState } from "../../src/ledger/__tests__/samples"
import { authorized } from "../../src/ledger/__tests__/settlement-samples"
import {
  type RefundRow,
  TABLE,
} from "../../src/modules/stablecoin/repository/tables"
import {
  ADDRESS,
  BY,
  HASH,
  LedgerAdmin,
  orRefusal,
  sentBack,
} from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"
import { readScheduled } from "../setup/store/schedule"

const C3 = `0x${"c3".repeat(32)}`
const D4 = `0x${"d4".repeat(20)}`

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  const sent: LedgerAdmin["sent"] = async (...of) => await admin.sent(...of)
  const dueOf5 = async () =>
    await admin.recordRefundDue(await admin.paidPayment(), "ref_1", "5")

  describe("marking a refund as sent", () => {
    it("records its user and time once, and each hash, and resolves its exception", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.recordRefundDue(payment, "ref_1", "5")
      await admin.recordRefundDue(payment, "ref_2", "5")

      const outcomes = await admin.atOnce(
        "stablecoin_refund",
        id,
        12,
        (number) => sent(id, HASH.replace(/2$/, number.toString(16)))
      )

      const [{ sent_at }] = outcomes as [RefundRow]
      const once = { status: "sent", sent_by: BY, sent_at }
      expect(outcomes).toMatchObject(outcomes.map(() => once))
      const { refunds: service } = ledger.service.repository
      const corrected = { refund_id: id, tx_hash: C3, by: "user_2" }
      const later = new Date(Date.now() + 60_000)
      expect(await service.update(corrected, later)).toMatchObject({
        ...once,
        tx_hash: C3,
      })
      const { exceptions } = await admin.records()
      expect(await admin.refunds()).toEqual(["5.00 sent", "5.00 due"])
      expect(
        exceptions.find(({ key }) => key === `${id}:refund_due`)
      ).toMatchObject({ status: "resolved", resolved_by: BY })
      expect(exceptions.filter(({ status }) => status === "open")).toHaveLength(
        1
      )
    })

    it("closes one refund per transaction, in any case of its digits, and under concurrency", async () => {
      const other = await admin.paidPayment("stpay_2")
      const ids = [
        await dueOf5(),
        await admin.recordRefundDue(other, "ref_2", "5"),
      ]
      const hashes = [HASH, HASH.toUpperCase().replace("0X", "0x")]
      const due = await ledger.db(TABLE.exception).pluck<string[]>("id")
      const outcomes = await admin.atOnce(
        TABLE.exception,
        due,
        2,
        async (number) => await sent(ids[number]!, hashes[number])
      )
      expect(outcomes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ tx_hash: HASH, status: "sent" }),
          expect.objectContaining({ refused: "hash_used" }),
        ])
      )
    })

    it("uses the stored address, and another one only when it is given", async () => {
      const id = await dueOf5()
      const { refunds: service } = ledger.service.repository
      const stored = { refund_to: ADDRESS, refund_to_by: "user_2" }
      await service.update({
        refund_id: id,
        refund_to: ADDRESS,
        by: "user_2",
      })
      const blank = { refund_id: id, refund_to: "", by: BY }
      expect(
        await admin.refused(() => orRefusal(service.update(blank)))
      ).toEqual({ refused: "wrong_address" })
      const { refunds } = await admin.records()
      expect(refunds).toMatchObject([
        { ...stored, status: "due", refund_to_at: expect.any(Date) },
      ])
      expect(await sent(id)).toMatchObject({ ...stored, sent_by: BY })
      const late = { refund_id: id, refund_to: D4, by: BY }
      expect(
        await admin.refused(() => orRefusal(service.update(late)))
      ).toEqual({ refused: "already_sent" })
    })

    it("is rejected where Medusa reverted the refund, before coins are sent", async () => {
      const id = await dueOf5()
      await ledger.db("refund").delete()
      const { refunds } = ledger.service.repository
      const to = { refund_id: id, refund_to: ADDRESS, by: BY }
      expect(await orRefusal(refunds.update(to))).toEqual({
        refused: "void",
      })
      expect((await admin.records()).refunds).toMatchObject([
        { status: "void", refund_to: null },
      ])
      expect(await admin.refused(() => sent(id))).toEqual({ refused: "void" })
    })
  })

  describe("the transfers of two refunds of 5.00 and 7.50", () => {
    const now = { one: "", two: "" }
    const STEPS = {
      "send 1 by b2": () => sent(now.one, HASH, ADDRESS),
      "send 1 by c3": () => sent(now.one, C3),
      "send 1 by c3, too": () => sent(now.one, C3, undefined, true),
      "send 2 by b2": () => sent(now.two, HASH),
      "send 2 by b2, too": () => sent(now.two, HASH, D4, true),
      "send 2 by c3": () => sent(now.two, C3),
    }
    type Step = keyof typeof STEPS
    beforeEach(async () => {
      now.one = await dueOf5()
      const other = await admin.paidPayment("stpay_2")
      now.two = await admin.recordRefundDue(other, "ref_2", "7.5")
    })

    const SHARED: Step[] = ["send 1 by b2", "send 2 by b2, too"]
    const MIXED: Step[] = ["send 1 by b2", "send 2 by c3"]

    it.each<[steps: Step[], hashes: string[], refused: string | null]>([
      [["send 1 by b2", "send 2 by b2"], ["b2", "due"], "hash_used"],
      [SHARED, ["b2", "b2"], null],
      // A correction, also of a shared transfer. Entered again, it stays shared.
      [["send 1 by b2", "send 1 by c3"], ["c3", "due"], null],
      [["send 1 by b2", "send 1 by c3", "send 2 by b2"], ["c3", "b2"], null],
      [[...SHARED, "send 2 by c3"], ["b2", "c3"], null],
      [[...SHARED, "send 2 by b2"], ["b2", "b2"], null],
      // Two that were mixed up.
      [[...MIXED, "send 1 by c3"], ["b2", "c3"], "hash_used"],
      [[...MIXED, "send 1 by c3, too", "send 2 by b2"], ["c3", "b2"], null],
    ])("after %j are %j, refused: %p", async (steps, hashes, refused) => {
      let last: unknown
      for (const step of steps) {
        last = await STEPS[step]()
      }
      const rows = await ledger
        .db<RefundRow>(TABLE.refund)
        .whereIn("id", [now.one, now.two])
        .orderBy("amount")
      expect(
        rows.map(({ status, tx_hash }) => tx_hash?.slice(-2) ?? status)
      ).toEqual(hashes)
      expect(last).toMatchObject(refused ? { refused } : { status: "sent" })
    })

    it("by one transfer close both when they are entered at once", async () => {
      const ids = [now.one, now.two]
      await Promise.all(ids.map((id) => sent(id, HASH, ADDRESS, true)))
      expect(await admin.refunds()).toEqual(["5.00 sent", "7.50 sent"])
    })
  })

  describe("money of which a part was sent back is not captured in full", () => {
    const payment = async (
      name: "unproven.contradicted" | "unproven.unchecked"
    ) => {
      const { payment, id } = await admin.openPaid(name)
      await ledger.db(TABLE.payment).update({ proof_status: "proven" })
      await admin.choose(id, sentBack({ refund_to: ADDRESS, amount: "5" }))
      return payment
    }
    const expectNothing = async (of: Payment) =>
      expect(
        nextStep(
          await readScheduled(ledger.db, of),
          medusaState({
            payment: authorized,
            order: { id: "order_1", canceled: false, standing: true },
            money: (await admin.balances(of.id))[0]!,
            has_open_exception: true,
            chain_policy: { proof: "require", has_endpoint: true },
          }),
          new Date()
        )
      ).toEqual({ do: "nothing", has_rest: true })

    it.each(["unproven.contradicted", "unproven.unchecked"] as const)(
      "once it is proven: %s",
      async (name) => await expectNothing(await payment(name))
    )

    it("once the transaction that sent it is corrected", async () => {
      const of = await payment("unproven.contradicted")
      const [refund] = (await admin.records()).refunds
      expect(await sent(refund.id, C3)).toMatchObject({ tx_hash: C3 })
      await expectNothing(of)
    })
  })
})
