import {
  NOT_FOUND_AFTER_MS,
  type ProofDetails,
  type ProofFact,
} from "../../src/ledger"
import { NOTHING_FOUND } from "../../src/ledger/__tests__/refund-samples"
import type { RefundRow } from "../../src/modules/stablecoin/repository/tables"
import { ADDRESS, BY, LedgerAdmin, HASH } from "../setup/module/ledger-admin"
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

      expect(outcomes.filter((each) => "refund" in each)).toHaveLength(1)
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
          { refund: expect.objectContaining({ tx_hash: HASH }) },
          { refused: "hash_used" },
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
      await service.setRefundTo({ refund_id: id, refund_to, by: "user_2" })
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
      expect(await admin.refused(() => service.setRefundTo(late))).toEqual({
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
      const outcome = await ledger.service.repository.refunds.setRefundTo({
        refund_id: id,
        refund_to: ADDRESS,
        by: BY,
      })
      expect(outcome).toEqual({ refused: "void" })
      expect((await admin.records()).refunds).toMatchObject([
        { status: "void", refund_to: null },
      ])
      expect(await admin.refused(() => admin.sent(id))).toEqual({
        refused: "void",
      })
    })
  })

  it("a sent refund that the network contradicts has one open exception, with the current reason", async () => {
    const id = await admin.recordRefundDue(
      await admin.paidPayment(),
      "ref_1",
      "5"
    )
    await admin.sent(id, HASH, ADDRESS)
    const tell = async (fact: Pick<ProofFact, "status" | "proof">) => {
      const [refund] = await ledger.db<RefundRow>("stablecoin_refund")
      await ledger.service.refunds.applyProof(refund!, {
        kind: "proof",
        ...fact,
      })
    }
    const open = async (): Promise<string[]> =>
      await ledger
        .db("stablecoin_exception")
        .where({ status: "open" })
        .pluck("key")

    await tell({ status: "not_found", proof: NOTHING_FOUND })
    const since = new Date(Date.now() - NOT_FOUND_AFTER_MS).toISOString()
    await ledger.db("stablecoin_refund").update({
      proof: JSON.stringify({ ...NOTHING_FOUND, since }),
    })
    await tell({ status: "not_found", proof: NOTHING_FOUND })
    expect(await open()).toEqual([expect.stringMatching(/:not_found$/)])

    const short: ProofDetails = {
      ...NOTHING_FOUND,
      reason: "wrong_amount",
      is_final: true,
    }
    await tell({ status: "contradicted", proof: short })
    expect(await open()).toEqual([expect.stringMatching(/:wrong_amount$/)])
  })
})
