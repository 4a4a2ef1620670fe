import { ADDRESS, BY, DeskOfLedger, HASH } from "../setup/module-desk"
import { ledgerTest } from "../setup/module-ledger"

jest.setTimeout(60_000)

const TIMES = Array.from({ length: 12 }, (_, index) => index)

ledgerTest((ledger) => {
  const desk = new DeskOfLedger(ledger)

  describe("sending a refund", () => {
    it("is noted with its hash, by whom and when, once, and answers its exception", async () => {
      const payment = await desk.paidPayment()
      const id = await desk.owe(payment, "ref_1", "5")
      const other = await desk.owe(payment, "ref_2", "5")

      const outcomes = await desk.atOnce(
        "stablecoin_refund",
        id,
        TIMES.map(
          (number) => () =>
            desk.sent(id, HASH.replace(/2$/, number.toString(16)))
        )
      )

      expect(outcomes.filter((each) => "refund" in each)).toHaveLength(1)
      const { refunds, exceptions } = await desk.records()
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
      expect(await desk.refused(() => desk.sent(id, HASH))).toEqual({
        refused: "already_sent",
      })
      expect(await ledger.service.refundsDue(payment.id)).toBe("10.00")
    })

    it("by one transaction closes one refund, whatever case its digits have, and at the same moment too", async () => {
      const payment = await desk.paidPayment()
      const ids = [
        await desk.owe(payment, "ref_1", "5"),
        await desk.owe(payment, "ref_2", "5"),
      ]
      const outcomes = await Promise.all([
        desk.sent(ids[0]!, HASH),
        desk.sent(ids[1]!, HASH.toUpperCase().replace("0X", "0x")),
      ])
      expect(outcomes).toEqual(
        expect.arrayContaining([
          { refund: expect.objectContaining({ tx_hash: HASH }) },
          { refused: "hash_used" },
        ])
      )
      expect(
        (await desk.records()).refunds.map(({ status }) => status).sort()
      ).toEqual(["due", "sent"])
    })

    it("goes where it was told, and to another place only when that is said", async () => {
      const id = await desk.owe(await desk.paidPayment(), "ref_1", "5")
      const { desk: service } = ledger.service
      const refund_to = ADDRESS
      await service.setRefundTo({ refund_id: id, refund_to, by: "user_2" })
      expect((await desk.records()).refunds).toMatchObject([
        {
          status: "due",
          refund_to,
          refund_to_by: "user_2",
          refund_to_at: expect.any(Date),
        },
      ])
      await desk.sent(id)
      expect((await desk.records()).refunds).toMatchObject([
        { refund_to, refund_to_by: "user_2", sent_by: BY },
      ])
      const late = { refund_id: id, refund_to: `0x${"c3".repeat(20)}`, by: BY }
      expect(await desk.refused(() => service.setRefundTo(late))).toEqual({
        refused: "already_sent",
      })
    })

    it("without a chain is proved by any reference", async () => {
      const payment = await desk.paidPayment()
      await ledger.db("stablecoin_payment").update({ chain: null })
      const id = await desk.owe(payment, "ref_1", "5")
      expect(await desk.refused(() => desk.sent(id, "  "))).toEqual({
        refused: "wrong_hash",
        chain: null,
      })
      expect(
        await desk.sent(id, " Transfer 4711 ", "ada@example.com")
      ).toMatchObject({
        refund: { tx_hash: "Transfer 4711", refund_to: "ada@example.com" },
      })
    })

    it("is refused with a hash or an address of wrong form, or for none that is there", async () => {
      const id = await desk.owe(await desk.paidPayment(), "ref_1", "5")
      const chain = "POLYGON"
      expect(await desk.refused(() => desk.sent(id, "0x12"))).toEqual({
        refused: "wrong_hash",
        chain,
      })
      expect(await desk.refused(() => desk.sent(id, HASH, "0x12"))).toEqual({
        refused: "wrong_address",
        chain,
      })
      expect(await desk.refused(() => desk.sent("stref_none"))).toEqual({
        refused: "unknown_refund",
      })
    })

    it("is refused to where Medusa took the refund back, before anybody sends coins", async () => {
      const id = await desk.owe(await desk.paidPayment(), "ref_1", "5")
      await ledger.db("refund").delete()
      const outcome = await ledger.service.desk.setRefundTo({
        refund_id: id,
        refund_to: ADDRESS,
        by: BY,
      })
      expect(outcome).toEqual({ refused: "void" })
      expect((await desk.records()).refunds).toMatchObject([
        { status: "void", refund_to: null },
      ])
      expect(await desk.refused(() => desk.sent(id))).toEqual({
        refused: "void",
      })
    })
  })
})
