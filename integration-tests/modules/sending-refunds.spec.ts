import { NOT_FOUND_AFTER_MS, type ProofFact } from "../../src/ledger"
import { answerOf } from "../../src/ledger/__tests__/refund-samples"
import type { ReadRefund } from "../../src/modules/stablecoin/repository/refunds/prove-refunds"
import type { RefundRow } from "../../src/modules/stablecoin/repository/tables"
import {
  ADDRESS,
  BY,
  HASH,
  LedgerAdmin,
  orRefusal,
} from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"

const TIMES = Array.from({ length: 12 }, (_, index) => index)

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)

  describe("marking a refund as sent", () => {
    it("records its hash, user and time once, and resolves its exception", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.recordRefundDue(payment, "ref_1", "5")
      const other = await admin.recordRefundDue(payment, "ref_2", "5")

      const outcomes = await admin.atOnce(
        "stablecoin_refund",
        id,
        TIMES.map(
          (number) => () =>
            admin.sent(id, HASH.replace(/2$/, number.toString(16)))
        )
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      const { refunds, exceptions } = await admin.records()
      expect(refunds.find((each) => each.id === id)).toMatchObject({
        status: "sent",
        tx_hash: expect.stringMatching(/^0x(b2){31}b.$/),
        sent_by: BY,
        sent_at: expect.any(Date),
      })
      expect(refunds.find((each) => each.id === other)).toMatchObject({
        status: "due",
        tx_hash: null,
      })
      const answers = exceptions.map(({ key, status, resolved_by }) => [
        key,
        status,
        resolved_by,
      ])
      expect(answers.sort()).toEqual(
        [
          [`${id}:refund_due`, "resolved", BY],
          [`${other}:refund_due`, "open", null],
        ].sort()
      )
      expect(await admin.refused(() => admin.sent(id, HASH))).toEqual({
        refused: "already_sent",
      })
      expect(await admin.balances(payment.id)).toMatchObject([
        { refund: "10.00" },
      ])
    })

    it("closes one refund per transaction, in any case of its digits, and under concurrency", async () => {
      const payment = await admin.paidPayment()
      const ids = [
        await admin.recordRefundDue(payment, "ref_1", "5"),
        await admin.recordRefundDue(payment, "ref_2", "5"),
      ]
      const outcomes = await Promise.all([
        admin.sent(ids[0]!, HASH),
        admin.sent(ids[1]!, HASH.toUpperCase().replace("0X", "0x")),
      ])
      expect(outcomes).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ tx_hash: HASH, status: "sent" }),
          expect.objectContaining({ refused: "hash_used" }),
        ])
      )
      expect(
        (await admin.records()).refunds.map(({ status }) => status).sort()
      ).toEqual(["due", "sent"])
    })

    it("uses the stored address, and another one only when it is given", async () => {
      const id = await admin.recordRefundDue(
        await admin.paidPayment(),
        "ref_1",
        "5"
      )
      const { refunds: service } = ledger.service.repository
      const refund_to = ADDRESS
      await service.update({ refund_id: id, refund_to, by: "user_2" })
      expect((await admin.records()).refunds).toMatchObject([
        {
          status: "due",
          refund_to,
          refund_to_by: "user_2",
          refund_to_at: expect.any(Date),
        },
      ])
      await admin.sent(id)
      expect((await admin.records()).refunds).toMatchObject([
        { refund_to, refund_to_by: "user_2", sent_by: BY },
      ])
      const late = { refund_id: id, refund_to: `0x${"c3".repeat(20)}`, by: BY }
      expect(
        await admin.refused(() => orRefusal(service.update(late)))
      ).toEqual({
        refused: "already_sent",
      })
    })

    it("is rejected where Medusa reverted the refund, before coins are sent", async () => {
      const id = await admin.recordRefundDue(
        await admin.paidPayment(),
        "ref_1",
        "5"
      )
      await ledger.db("refund").delete()
      const { refunds } = ledger.service.repository
      const outcome = orRefusal(
        refunds.update({ refund_id: id, refund_to: ADDRESS, by: BY })
      )
      expect(await outcome).toEqual({ refused: "void" })
      expect((await admin.records()).refunds).toMatchObject([
        { status: "void", refund_to: null },
      ])
      expect(await admin.refused(() => admin.sent(id))).toEqual({
        refused: "void",
      })
    })
  })

  describe("one transfer that paid two refunds", () => {
    const OTHER_HASH = `0x${"c3".repeat(32)}`
    /** Two refunds due, of two payments: 5.00 and 7.50. */
    const twoDue = async (): Promise<[string, string]> => [
      await admin.recordRefundDue(await admin.paidPayment(), "ref_1", "5"),
      await admin.recordRefundDue(
        await admin.paidPayment("stpay_2"),
        "ref_2",
        "7.5"
      ),
    ]
    const answer = async (refund: ReadRefund, status: ProofFact["status"]) =>
      await ledger.service.refunds.applyProof(refund, answerOf(status))
    const toProve = async () =>
      await ledger.service.repository.refunds.listToProve("POLYGON", 9)

    it("is compared with their sum, also if the network had contradicted the first", async () => {
      const [one, two] = await twoDue()
      await admin.sent(one, HASH, ADDRESS)
      const [alone] = await toProve()
      expect(alone).toMatchObject({ amount: "5.00" })
      await answer(alone!, "contradicted")

      await admin.sent(two, HASH, ADDRESS.toUpperCase().replace("X", "x"), true)

      const read = await toProve()
      expect(read).toMatchObject([{ amount: "12.50" }, { amount: "12.50" }])
      // An answer about the first alone, which came late.
      await answer(alone!, "contradicted")
      expect(await toProve()).toHaveLength(2)
      for (const refund of read) {
        await answer(refund, "proven")
      }
      const { refunds, exceptions } = await admin.records()
      const proven = { proof_status: "proven", prove_at: null }
      expect(refunds).toMatchObject([proven, proven])
      expect(exceptions.map(({ status }) => status)).toEqual(
        Array(3).fill("resolved")
      )
    })

    it("counts for each address what it paid there", async () => {
      const [one, two] = await twoDue()
      await admin.sent(one, HASH, ADDRESS)
      await admin.sent(two, HASH, `0x${"d4".repeat(20)}`, true)
      const read = await toProve()
      expect(read.map(({ amount }) => amount).sort()).toEqual(["5.00", "7.50"])
    })

    it("counts what it paid of a hosted payment, whose refund has no network", async () => {
      const [one, two] = await twoDue()
      await ledger
        .db("stablecoin_refund")
        .where({ id: two })
        .update({ chain: null })
      await admin.sent(one, HASH, ADDRESS)
      await admin.sent(two, HASH, ADDRESS, true)
      expect(await toProve()).toMatchObject([{ id: one, amount: "12.50" }])
    })

    it("is compared with what is left after the other one's was corrected", async () => {
      const [one, two] = await twoDue()
      await admin.sent(one, HASH, ADDRESS)
      await admin.sent(two, HASH, ADDRESS, true)
      for (const refund of await toProve()) {
        await answer(refund, "contradicted")
      }
      expect(await toProve()).toEqual([])

      await admin.sent(two, OTHER_HASH)

      const read = await toProve()
      expect(
        read.map(({ tx_hash, amount }) => [tx_hash, amount]).sort()
      ).toEqual([
        [HASH, "5.00"],
        [OTHER_HASH, "7.50"],
      ])
      const { exceptions } = await admin.records()
      expect(exceptions.filter(({ status }) => status === "open")).toEqual([])
    })

    it("stays that of both when it is entered again", async () => {
      const [one, two] = await twoDue()
      await admin.sent(one, HASH, ADDRESS)
      await admin.sent(two, HASH, ADDRESS, true)
      for (const refund of await toProve()) {
        await answer(refund, "not_found")
      }

      expect(await admin.sent(one, HASH)).not.toHaveProperty("refused")

      expect(await toProve()).toMatchObject([
        { amount: "12.50" },
        { amount: "12.50" },
      ])
    })

    it("closes all of them when they are entered at once", async () => {
      const ids = await twoDue()
      await Promise.all(ids.map((id) => admin.sent(id, HASH, ADDRESS, true)))
      expect(
        (await admin.records()).refunds.map(({ status }) => status)
      ).toEqual(["sent", "sent"])
    })
  })

  it("a sent refund that the network contradicts has one open exception, with the current reason", async () => {
    const id = await admin.recordRefundDue(
      await admin.paidPayment(),
      "ref_1",
      "5"
    )
    await admin.sent(id, HASH, ADDRESS)
    const tell = async (status: ProofFact["status"]) => {
      const [refund] = await ledger.db<RefundRow>("stablecoin_refund")
      await ledger.service.refunds.applyProof(refund!, answerOf(status))
    }
    const open = async (): Promise<string[]> =>
      await ledger
        .db("stablecoin_exception")
        .where({ status: "open" })
        .pluck("key")

    await tell("not_found")
    const since = new Date(Date.now() - NOT_FOUND_AFTER_MS).toISOString()
    await ledger.db("stablecoin_refund").update({
      proof: JSON.stringify({ ...answerOf("not_found").proof, since }),
    })
    await tell("not_found")
    expect(await open()).toEqual([expect.stringMatching(/:not_found$/)])

    await tell("contradicted")
    expect(await open()).toEqual([expect.stringMatching(/:wrong_amount$/)])
  })
})
