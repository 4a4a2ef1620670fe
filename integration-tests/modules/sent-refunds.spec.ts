import {
  NOT_FOUND_AFTER_MS,
  nextStep,
  type Payment,
  type ProofFact,
} from "../../src/ledger"
import {
  answerOf,
  NOTHING_FOUND,
} from "../../src/ledger/__tests__/refund-samples"
import { medusaState } from "../../src/ledger/__tests__/samples"
import { authorized } from "../../src/ledger/__tests__/settlement-samples"
import {
  proveRefundAgain,
  type ReadRefund,
} from "../../src/modules/stablecoin/repository/refunds/prove-refunds"
import {
  type RefundRow,
  TABLE,
} from "../../src/modules/stablecoin/repository/tables"
import { forgetCustomer } from "../../src/workflows/customer-data"
import {
  ADDRESS,
  BY,
  HASH,
  LedgerAdmin,
  orRefusal,
  sentBack,
} from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"
import { readScheduled, schedules } from "../setup/store/schedule"

const CUSTOMER = "cus_ada"
const C3 = `0x${"c3".repeat(32)}`
const D4 = `0x${"d4".repeat(20)}`

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)
  const sent: LedgerAdmin["sent"] = async (...of) => await admin.sent(...of)
  /** The chain's answer about a refund that was read. */
  const answer = async (
    refund: ReadRefund,
    status: ProofFact["status"],
    changes: Partial<ProofFact["proof"]> = {}
  ) => {
    const { refunds } = ledger.service
    await refunds.applyProof(refund, answerOf(status, changes))
  }
  const toProve = async () =>
    await ledger.service.repository.refunds.listToProve("POLYGON", 9)
  const dueOf5 = async (customer_id: string | null = null) => {
    const payment = await admin.paidPayment()
    await ledger.db(TABLE.payment).update({ customer_id })
    return await admin.recordRefundDue(payment, "ref_1", "5")
  }

  describe("marking a refund as sent", () => {
    it("records its hash, user and time once, and resolves its exception", async () => {
      const payment = await admin.paidPayment()
      const id = await admin.recordRefundDue(payment, "ref_1", "5")
      await admin.recordRefundDue(payment, "ref_2", "5")

      const outcomes = await admin.atOnce(
        "stablecoin_refund",
        id,
        12,
        (number) => sent(id, HASH.replace(/2$/, number.toString(16)))
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      const { refunds, exceptions } = await admin.records()
      expect(refunds.find((each) => each.id === id)).toMatchObject({
        status: "sent",
        tx_hash: expect.stringMatching(/^0x(b2){31}b.$/),
        sent_by: BY,
        sent_at: expect.any(Date),
      })
      expect(await admin.refunds()).toEqual(["5.00 sent", "5.00 due"])
      expect(
        exceptions.find(({ key }) => key === `${id}:refund_due`)
      ).toMatchObject({ status: "resolved", resolved_by: BY })
      expect(exceptions.filter(({ status }) => status === "open")).toHaveLength(
        1
      )
      expect(await admin.refused(() => sent(id, HASH))).toEqual({
        refused: "already_sent",
      })
    })

    it("closes one refund per transaction, in any case of its digits, and under concurrency", async () => {
      const payment = await admin.paidPayment()
      const ids = [
        await admin.recordRefundDue(payment, "ref_1", "5"),
        await admin.recordRefundDue(payment, "ref_2", "5"),
      ]
      const outcomes = await Promise.all([
        sent(ids[0]!, HASH),
        sent(ids[1]!, HASH.toUpperCase().replace("0X", "0x")),
      ])
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

  describe("the chain's answers about two refunds of 5.00 and 7.50", () => {
    const now: { one: string; two: string; read: ReadRefund[] } = {
      one: "",
      two: "",
      read: [],
    }
    const answerEach =
      (status: ProofFact["status"], of?: "one" | "two") => async () => {
        for (const refund of now.read) {
          if (!of || refund.id === now[of]) {
            const [row] = await ledger
              .db<RefundRow>(TABLE.refund)
              .where({ id: refund.id })
            await answer(refund, status, { tx_hash: row!.tx_hash! })
          }
        }
      }
    const STEPS = {
      "send 1": () => sent(now.one, HASH, ADDRESS),
      "send 1 by c3": () => sent(now.one, C3),
      "send 1 to d4": () => sent(now.one, HASH, D4),
      "enter 1 again": () => sent(now.one, HASH),
      /** By the transfer of the first one. */
      "send 2, too": () =>
        sent(now.two, HASH, ADDRESS.toUpperCase().replace("X", "x"), true),
      "send 2, too, to d4": () => sent(now.two, HASH, D4, true),
      "send 2 by c3": () => sent(now.two, C3),
      "send 2 by c3 to d4": () => sent(now.two, C3, D4),
      "2 is hosted": () =>
        ledger.db(TABLE.refund).where({ id: now.two }).update({ chain: null }),
      /** Answers are about the refunds as they were read last. */
      read: async () => (now.read = await toProve()),
      prove: answerEach("proven"),
      "prove 2": answerEach("proven", "two"),
      contradict: answerEach("contradicted"),
      "contradict 1": answerEach("contradicted", "one"),
      miss: answerEach("not_found"),
    }
    type Step = keyof typeof STEPS
    beforeEach(async () => {
      now.one = await dueOf5()
      const other = await admin.paidPayment("stpay_2")
      now.two = await admin.recordRefundDue(other, "ref_2", "7.5")
      now.read = []
    })

    const SHARED: Step[] = ["send 1", "send 2, too", "read"]
    const MIXED: Step[] = ["send 1", "send 2 by c3 to d4", "read"]
    const BOTH = ["12.50 b2", "12.50 b2"]
    const [WRONG, USED] = ["refund_problem.contradicted", "hash_used"]

    it.each<
      [steps: Step[], toProve: string[], open: string[], refused?: string]
    >([
      // One transfer is compared with the sum of the refunds that it paid.
      [SHARED, BOTH, []],
      [[...SHARED, "prove"], [], []],
      [["send 1", "read", "contradict", "send 2, too"], BOTH, []],
      // A late answer about the first one alone.
      [["send 1", "read", "send 2, too", "contradict"], BOTH, []],
      [["send 1", "send 2, too, to d4"], ["5.00 b2", "7.50 b2"], []],
      [["2 is hosted", "send 1", "send 2, too"], ["12.50 b2"], []],
      [[...SHARED, "contradict", "send 2 by c3"], ["5.00 b2", "7.50 c3"], []],
      [[...SHARED, "miss", "enter 1 again"], BOTH, []],
      // Two transactions that were mixed up are exchanged by one correction.
      [[...MIXED, "contradict"], [], [WRONG, WRONG]],
      [[...MIXED, "contradict", "send 1 by c3"], ["5.00 c3", "7.50 b2"], []],
      // The second one is the network's.
      [
        [...MIXED, "contradict 1", "prove 2", "send 1 by c3"],
        [],
        [WRONG],
        USED,
      ],
      // An answer about an address that was corrected meanwhile.
      [
        ["send 1", "read", "miss", "send 1 to d4", "prove"],
        ["5.00 b2"],
        ["refund_due"],
      ],
      [
        ["send 1", "read", "miss", "send 1 to d4", "contradict"],
        ["5.00 b2"],
        ["refund_due"],
      ],
    ])(
      "%j: %j to prove, %j open",
      async (steps, listed, open, ...[refused]) => {
        let last: unknown
        for (const step of steps) {
          last = await STEPS[step]()
        }
        const rows: RefundRow[] = await ledger
          .db(TABLE.refund)
          .whereIn("id", [now.one, now.two])
        const hashOf = (id: string) =>
          rows.find((row) => row.id === id)?.tx_hash?.slice(-2)
        expect(
          (await toProve())
            .map(({ id, amount }) => `${amount} ${hashOf(id)}`)
            .sort()
        ).toEqual(listed)
        expect(
          (await admin.exceptions()).filter((each) => each.endsWith(" open"))
        ).toEqual(open.map((each) => `${each} open`))
        if (refused) {
          expect(last).toMatchObject({ refused })
        }
      }
    )

    it("by one transfer close both when they are entered at once", async () => {
      const ids = [now.one, now.two]
      await Promise.all(ids.map((id) => sent(id, HASH, ADDRESS, true)))
      expect(await admin.refunds()).toEqual(["5.00 sent", "7.50 sent"])
    })
  })

  describe("a sent refund", () => {
    /** A refund that is sent to ADDRESS, as the chain's reader has read it. */
    const sentRefund = async (): Promise<ReadRefund> => {
      await sent(await dueOf5(CUSTOMER), HASH, ADDRESS)
      const [read] = await toProve()
      return read!
    }
    const open = async (): Promise<string[]> =>
      (await admin.exceptions()).filter((each) => each.endsWith(" open"))

    const openKeys = async () =>
      await ledger
        .db(TABLE.exception)
        .where({ status: "open" })
        .pluck<string[]>("key")

    it("has no address again by an answer that was read before its customer was erased", async () => {
      const refund = await sentRefund()
      await schedules(ledger.db).update({ next_reconcile_at: null })
      await forgetCustomer(ledger.service.repository, CUSTOMER)
      const found_instead = `0.01 USDT → ${ADDRESS}`
      await answer(refund, "contradicted", { found_instead })
      expect(JSON.stringify(await admin.records())).not.toContain(ADDRESS)
    })

    it("has an exception without an address, which would outlive the customer's data", async () => {
      await answer(await sentRefund(), "contradicted", {
        reason: "wrong_address",
        found_instead: `5.00 USDT → ${D4}`,
      })
      expect(await open()).toEqual(["refund_problem.contradicted open"])
      const { exceptions } = await admin.records()
      expect(JSON.stringify(exceptions)).not.toContain(D4)
    })

    it("with a corrected transaction is not read later because the former one had no answer", async () => {
      const refund = await sentRefund()
      const { id } = refund
      await answer(refund, "not_found")
      await sent(id, C3)
      const later = new Date(Date.now() + 3_600_000)
      await proveRefundAgain(ledger.db, { id, tx_hash: HASH }, later)
      expect(await toProve()).toMatchObject([{ id }])
    })

    it("that the network contradicts has one open exception, with the current reason", async () => {
      const refund = await sentRefund()
      const since = new Date(Date.now() - NOT_FOUND_AFTER_MS).toISOString()
      await answer(refund, "not_found")
      await ledger
        .db("stablecoin_refund")
        .update({ proof: JSON.stringify({ ...NOTHING_FOUND, since }) })
      await answer(refund, "not_found")
      expect(await openKeys()).toEqual([expect.stringMatching(/:not_found$/)])

      await answer(refund, "contradicted")
      expect(await openKeys()).toEqual([
        expect.stringMatching(/:wrong_amount$/),
      ])
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
      const [refund] = await toProve()
      await answer(refund!, "not_found")
      expect(await sent(refund!.id, C3)).toMatchObject({ tx_hash: C3 })
      await expectNothing(of)
    })
  })
})
