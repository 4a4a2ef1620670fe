import type { ExceptionKind, Payment } from "../../src/ledger"
import {
  ledgerTest,
  pendingPayment,
  type TestLedger,
  withRule,
} from "../setup/module-ledger"
import { waitFor } from "../setup/wait-for"

jest.setTimeout(60_000)

const TIMES = Array.from({ length: 12 }, (_, index) => index)
const ADDRESS = `0x${"a1".repeat(20)}`
const HASH = `0x${"b2".repeat(32)}`
const BY = "user_1"

async function paidPayment(ledger: TestLedger): Promise<Payment> {
  const { id, amount, currency } = await pendingPayment(ledger)
  const applied = await ledger.service.applyFact(
    id,
    { kind: "paid", amount, currency, chain: "POLYGON" },
    "webhook"
  )
  ledger.announced.length = 0
  return applied!.payment
}

ledgerTest((ledger) => {
  let asked = 0

  /** A question about a payment. */
  const ask = async (
    payment: Payment | null,
    kind: ExceptionKind,
    details: Record<string, string | null> = {}
  ): Promise<string> => {
    asked += 1
    const [opened] = await ledger.service.openException(payment?.id ?? null, {
      kind,
      key: `question ${asked}`,
      message: "You hold money.",
      details,
    })
    ledger.announced.length = 0
    return opened!.id
  }

  const resolve = async (
    exception_id: string,
    refund?: { amount?: string; refund_to?: string; reason?: string }
  ) =>
    await ledger.service.desk.resolveException({
      exception_id,
      note: "Agreed with the buyer.",
      by: BY,
      refund,
    })

  /** The books of the desk, to be compared before and after. */
  const books = async () => ({
    refunds: await ledger.db("stablecoin_refund").orderBy("id"),
    exceptions: await ledger.db("stablecoin_exception").orderBy("id"),
  })

  /** Does what must change nothing. */
  const refused = async <T>(act: () => Promise<T>): Promise<T> => {
    const before = await books()
    const outcome = await act()
    expect(await books()).toEqual(before)
    return outcome
  }

  /** Runs all while somebody holds a row, so that they meet there: good luck is no proof. */
  const atOnce = async <T>(
    table: string,
    id: string,
    acts: (() => Promise<T>)[]
  ): Promise<T[]> => {
    const all: Promise<T>[] = []
    await ledger.db.transaction(async (trx) => {
      await trx(table).where({ id }).forUpdate().first("id")
      all.push(...acts.map((act) => act()))
      await waitFor("them to wait for the row", async () => {
        const waiting = await ledger
          .db("pg_stat_activity")
          .where({ wait_event_type: "Lock" })
          .whereRaw("datname = current_database()")
        return waiting.length > 1
      })
    })
    return await Promise.all(all)
  }

  /** A refund due of a payment, by a refund of Medusa's. */
  const owe = async (
    payment: Payment,
    medusa_refund_id: string,
    cart_amount: string
  ): Promise<string> => {
    await ledger.db("refund").insert({ id: medusa_refund_id })
    const outcome = await ledger.service.recordRefund({
      payment_id: payment.id,
      medusa_refund_id,
      cart_amount,
    })
    ledger.announced.length = 0
    if ("refused" in outcome) {
      throw new Error(outcome.refused)
    }
    return outcome.refund.id
  }

  const sent = async (refund_id: string, tx_hash = HASH, refund_to?: string) =>
    await ledger.service.desk.markRefundSent({
      refund_id,
      tx_hash,
      refund_to,
      by: BY,
    })

  describe("resolving an exception", () => {
    it("notes what was done, by whom and when, once, however many try", async () => {
      const id = await ask(await paidPayment(ledger), "session_gone")

      const outcomes = await atOnce(
        "stablecoin_exception",
        id,
        TIMES.map(() => () => resolve(id))
      )

      expect(outcomes.filter((each) => !("refused" in each))).toHaveLength(1)
      const again = await refused(() => resolve(id, {}))
      expect(again).toEqual({ refused: "already_resolved" })
      expect((await books()).exceptions).toMatchObject([
        {
          status: "resolved",
          note: "Agreed with the buyer.",
          resolved_by: BY,
          resolved_at: expect.any(Date),
        },
      ])
      expect((await books()).refunds).toEqual([])
      expect(await resolve("stexc_none")).toEqual({
        refused: "unknown_exception",
      })
    })

    it("may owe back all that is left of the payment, and calls a person to send it", async () => {
      const payment = await paidPayment(ledger)
      await owe(payment, "ref_1", "5")
      const id = await ask(payment, "session_gone")

      const outcome = await resolve(id, {
        refund_to: ADDRESS,
        reason: "No goods.",
      })

      expect(outcome).toMatchObject({
        refund: {
          amount: "7.50",
          currency: "USDT",
          chain: "POLYGON",
          exception_id: id,
          medusa_refund_id: null,
          reason: "No goods.",
          refund_to: ADDRESS,
          refund_to_by: BY,
          status: "due",
        },
      })
      expect(ledger.announced).toEqual([
        "stablecoin.refund.due",
        "stablecoin.exception.opened",
      ])
      expect(await ledger.service.refundsDue(payment.id)).toBe("12.50")
    })

    it("many at once never owe more of a payment than was paid", async () => {
      const payment = await paidPayment(ledger)
      const ids: string[] = []
      while (ids.length < TIMES.length) {
        ids.push(await ask(payment, "not_settled"))
      }
      await ledger.db("refund").insert({ id: "ref_1" })

      const outcomes = await Promise.all([
        ...ids.map((id) => resolve(id, { amount: "3" })),
        ledger.service.recordRefund({
          payment_id: payment.id,
          medusa_refund_id: "ref_1",
          cart_amount: "3",
        }),
      ])

      const owed = outcomes.filter((each) => "refund" in each)
      expect(owed).toHaveLength(4)
      expect(await ledger.service.refundsDue(payment.id)).toBe("12.00")
      const { exceptions } = await books()
      const resolved = exceptions.filter(
        ({ kind, status }) => kind === "not_settled" && status === "resolved"
      )
      const { refunds } = await books()
      expect(resolved).toHaveLength(
        refunds.filter(({ exception_id }) => exception_id).length
      )
    })

    it("other money goes back as it came, and counts against no payment", async () => {
      const payment = await paidPayment(ledger)
      const details = { amount: "40.005", currency: "USDC", chain: "BASE" }
      const id = await ask(payment, "paid_twice", details)

      const outcome = await resolve(id, {})

      expect(outcome).toMatchObject({ refund: details })
      expect(await ledger.service.refundsDue(payment.id)).toBe("0.00")
      const other = await ask(payment, "session_gone")
      expect(await resolve(other, {})).toMatchObject({
        refund: { amount: "12.50", currency: "USDT", chain: "POLYGON" },
      })
      expect(await ledger.service.refundsDue(payment.id)).toBe("12.50")
    })

    it("of an unpaid payment sends back what came for it instead", async () => {
      const payment = await pendingPayment(ledger)
      const id = await ask(payment, "amount_mismatch", {
        amount: "1.00",
        currency: "USDT",
        chain: "POLYGON",
      })
      expect(await resolve(id, { amount: "0.50" })).toMatchObject({
        refund: { amount: "0.50", currency: "USDT", chain: "POLYGON" },
      })
    })

    it.each<
      [
        string,
        ExceptionKind,
        Record<string, string>,
        { amount?: string; refund_to?: string },
        Record<string, unknown>,
      ]
    >([
      [
        "more than was paid",
        "session_gone",
        {},
        { amount: "12.51" },
        { refused: "exceeds_held" },
      ],
      [
        "more than came",
        "paid_twice",
        { amount: "3.00", currency: "USDT", chain: "BASE" },
        { amount: "3.01" },
        { refused: "exceeds_held" },
      ],
      [
        "nothing",
        "session_gone",
        {},
        { amount: "0" },
        { refused: "exceeds_held" },
      ],
      [
        "what nobody reported",
        "gateway_id_mismatch",
        { gateway_id: "order-2" },
        {},
        { refused: "nothing_held" },
      ],
      [
        "to no address of its chain",
        "session_gone",
        {},
        { refund_to: "0x12" },
        { refused: "wrong_address", chain: "POLYGON" },
      ],
    ])("never owes %s", async (_, kind, details, refund, outcome) => {
      const payment = await paidPayment(ledger)
      const id = await ask(payment, kind, details)
      expect(await refused(() => resolve(id, refund))).toMatchObject(outcome)
      expect(ledger.announced).toEqual([])
    })

    it("owes nothing of a payment that was not paid, or where there is none", async () => {
      const ids = [
        await ask(await pendingPayment(ledger), "unknown_at_gateway"),
        await ask(null, "unreadable_event"),
      ]
      for (const id of ids) {
        const outcome = await refused(() => resolve(id, {}))
        expect(outcome).toEqual({ refused: "nothing_held" })
      }
    })

    it("leaves the question open when its refund can't be written", async () => {
      const id = await ask(await paidPayment(ledger), "session_gone")
      await withRule(
        ledger,
        { table: "stablecoin_exception", rule: "kind <> 'refund_due'" },
        async () => {
          await refused(async () => {
            await expect(resolve(id, {})).rejects.toThrow("forbidden_by_test")
          })
        }
      )
      expect(ledger.announced).toEqual([])
    })

    it("does not close a refund that is still due", async () => {
      const refund_id = await owe(await paidPayment(ledger), "ref_1", "5")
      const [{ id }] = (await books()).exceptions as [{ id: string }]
      expect(await refused(() => resolve(id))).toEqual({
        refused: "refund_is_due",
        refund_id,
      })
    })
  })

  describe("sending a refund", () => {
    it("is noted with its hash, by whom and when, once, and answers its exception", async () => {
      const payment = await paidPayment(ledger)
      const id = await owe(payment, "ref_1", "5")
      const other = await owe(payment, "ref_2", "5")

      const outcomes = await atOnce(
        "stablecoin_refund",
        id,
        TIMES.map(
          (number) => () => sent(id, HASH.replace(/2$/, number.toString(16)))
        )
      )

      expect(outcomes.filter((each) => "refund" in each)).toHaveLength(1)
      const { refunds, exceptions } = await books()
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
      expect(await refused(() => sent(id, HASH))).toEqual({
        refused: "already_sent",
      })
      expect(await ledger.service.refundsDue(payment.id)).toBe("10.00")
    })

    it("by one transaction closes one refund, whatever case its digits have, and at the same moment too", async () => {
      const payment = await paidPayment(ledger)
      const ids = [
        await owe(payment, "ref_1", "5"),
        await owe(payment, "ref_2", "5"),
      ]
      const outcomes = await Promise.all([
        sent(ids[0]!, HASH),
        sent(ids[1]!, HASH.toUpperCase().replace("0X", "0x")),
      ])
      expect(outcomes).toEqual(
        expect.arrayContaining([
          { refund: expect.objectContaining({ tx_hash: HASH }) },
          { refused: "hash_used" },
        ])
      )
      expect(
        (await books()).refunds.map(({ status }) => status).sort()
      ).toEqual(["due", "sent"])
    })

    it("goes where it was told, and to another place only when that is said", async () => {
      const id = await owe(await paidPayment(ledger), "ref_1", "5")
      const desk = ledger.service.desk
      const refund_to = ADDRESS
      await desk.setRefundTo({ refund_id: id, refund_to, by: "user_2" })
      expect((await books()).refunds).toMatchObject([
        {
          status: "due",
          refund_to,
          refund_to_by: "user_2",
          refund_to_at: expect.any(Date),
        },
      ])
      await sent(id)
      expect((await books()).refunds).toMatchObject([
        { refund_to, refund_to_by: "user_2", sent_by: BY },
      ])
      const late = { refund_id: id, refund_to: `0x${"c3".repeat(20)}`, by: BY }
      expect(await refused(() => desk.setRefundTo(late))).toEqual({
        refused: "already_sent",
      })
    })

    it("without a chain is proved by any reference", async () => {
      const payment = await paidPayment(ledger)
      await ledger.db("stablecoin_payment").update({ chain: null })
      const id = await owe(payment, "ref_1", "5")
      expect(await refused(() => sent(id, "  "))).toEqual({
        refused: "wrong_hash",
        chain: null,
      })
      expect(
        await sent(id, " Transfer 4711 ", "ada@example.com")
      ).toMatchObject({
        refund: { tx_hash: "Transfer 4711", refund_to: "ada@example.com" },
      })
    })

    it("is refused with a hash or an address of wrong form, or for none that is there", async () => {
      const id = await owe(await paidPayment(ledger), "ref_1", "5")
      const chain = "POLYGON"
      expect(await refused(() => sent(id, "0x12"))).toEqual({
        refused: "wrong_hash",
        chain,
      })
      expect(await refused(() => sent(id, HASH, "0x12"))).toEqual({
        refused: "wrong_address",
        chain,
      })
      expect(await refused(() => sent("stref_none"))).toEqual({
        refused: "unknown_refund",
      })
    })

    it("is refused to where Medusa took the refund back, before anybody sends coins", async () => {
      const id = await owe(await paidPayment(ledger), "ref_1", "5")
      await ledger.db("refund").delete()
      const outcome = await ledger.service.desk.setRefundTo({
        refund_id: id,
        refund_to: ADDRESS,
        by: BY,
      })
      expect(outcome).toEqual({ refused: "void" })
      expect((await books()).refunds).toMatchObject([
        { status: "void", refund_to: null },
      ])
      expect(await refused(() => sent(id))).toEqual({ refused: "void" })
    })
  })
})
