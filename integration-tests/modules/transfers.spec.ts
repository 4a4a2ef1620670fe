import { type Fact, nameOf } from "../../src/ledger"
import { problemOf } from "../../src/ledger/__tests__/samples"
import {
  ledgerTest,
  pendingPayment,
  type TestLedger,
} from "../setup/module/test-ledger"

const HASH = `0x${"ab".repeat(32)}`

const paidBy = (id: string, tx_hash = HASH): Fact => ({
  kind: "paid",
  amount: "12.50",
  currency: "USDT",
  chain: "POLYGON",
  gateway_id: `order-${id}`,
  tx_hash,
})

async function kindsOf({ db }: TestLedger): Promise<string[]> {
  return (await db("stablecoin_exception")).map(nameOf)
}

ledgerTest((ledger) => {
  const two = async () => [
    await pendingPayment(ledger, { id: "stpay_1" }),
    await pendingPayment(ledger, { id: "stpay_2" }),
  ]
  const report = async (id: string, tx_hash?: string) =>
    await ledger.service.payments.apply(id, paidBy(id, tx_hash), "webhook")

  // Law 9: one transfer pays once.
  it("a transfer that has paid a payment pays no other, in any case of its digits", async () => {
    await two()
    await report("stpay_1")

    const again = await report("stpay_2", HASH.toUpperCase().replace("X", "x"))

    expect(again).toMatchObject({
      payment: { status: "pending", tx_hash: null },
      opened: [
        {
          kind: "transfer_reused",
          details: expect.objectContaining({ other_payment_id: "stpay_1" }),
        },
      ],
    })
  })

  it.each(Array.from({ length: 10 }, (_, index) => index))(
    "of two payments that a transfer confirms at the same moment one is paid (try %i)",
    async () => {
      await two()

      const applied = await Promise.all(
        ["stpay_1", "stpay_2"].map((id) => report(id))
      )

      const statuses = applied.map((each) => each?.payment.status)
      expect(statuses.toSorted()).toEqual(["paid", "pending"])
      expect(await kindsOf(ledger)).toEqual(["transfer_reused"])
    }
  )

  it.each([
    [true, "paid"],
    [false, "pending"],
  ])(
    "a transfer that was claimed falsely pays its own payment once the chain has contradicted the claim (final: %s)",
    async (is_final, status) => {
      await two()
      await report("stpay_1")
      await ledger
        .db("stablecoin_payment")
        .where({ id: "stpay_1" })
        .update({
          proof_status: "contradicted",
          proof: { tx_hash: HASH, reason: "wrong_address", is_final },
        })

      const applied = await report("stpay_2")
      expect(applied?.payment.status).toBe(status)

      // It pays once, also now.
      await pendingPayment(ledger, { id: "stpay_3" })
      const third = await report("stpay_3")
      expect(third?.payment.status).toBe("pending")
    }
  )

  it("a transfer that is reported again for its own payment changes nothing", async () => {
    await two()
    await report("stpay_1")
    await report("stpay_1")
    expect(await kindsOf(ledger)).toEqual([])
  })

  it("the same hash on another chain is another transfer", async () => {
    await two()
    await report("stpay_1")
    await ledger
      .db("stablecoin_payment")
      .where({ id: "stpay_2" })
      .update({ chain: "BASE" })
    const fact: Fact = { ...paidBy("stpay_2"), chain: "BASE" } as Fact
    const other = await ledger.service.payments.apply(
      "stpay_2",
      fact,
      "webhook"
    )
    expect(other?.payment.status).toBe("paid")
  })

  it("a transfer of a wrong amount, which is refundable, pays for nothing else", async () => {
    await two()
    const short: Fact = { ...paidBy("stpay_1"), amount: "6.25" } as Fact
    await ledger.service.payments.apply("stpay_1", short, "webhook")

    expect((await report("stpay_2"))?.payment.status).toBe("pending")
    expect(await kindsOf(ledger)).toEqual([
      "deposit_mismatch.amount",
      "transfer_reused",
    ])
  })

  it("a transfer that the gateway first reported for another order pays its own payment", async () => {
    await two()
    const wrong = { ...paidBy("stpay_1"), gateway_id: "order-stpay_2" } as Fact
    await ledger.service.payments.apply("stpay_1", wrong, "webhook")
    expect(await kindsOf(ledger)).toEqual(["deposit_mismatch.gateway_id"])

    expect((await report("stpay_2"))?.payment.status).toBe("paid")

    const open = ledger.db("stablecoin_exception").where({ status: "open" })
    expect(await open).toEqual([])
    // It pays once, also now.
    expect((await report("stpay_1"))?.payment.status).toBe("pending")
  })

  it.each([
    ["reported before", ["6.25", "12.50"]],
    ["reported after", ["12.50", "6.25"]],
    ["reported before, and repeated", ["6.25", "12.50", "6.25"]],
  ])(
    "money of a wrong amount, %s another transfer paid, asks for no second order",
    async (_, amounts) => {
      await two()
      for (const amount of amounts) {
        const hash = `0x${(amount === "12.50" ? "cd" : "ef").repeat(32)}`
        const fact = { ...paidBy("stpay_1", hash), amount } as Fact
        await ledger.service.payments.apply("stpay_1", fact, "webhook")
      }
      expect(await kindsOf(ledger)).toEqual(["deposit_mismatch.again"])
    }
  )

  it("two transfers of the same wrong amount are two exceptions", async () => {
    await two()
    for (const digits of ["cd", "ef"]) {
      const short: Fact = {
        ...paidBy("stpay_1", `0x${digits.repeat(32)}`),
        amount: "6.25",
      } as Fact
      await ledger.service.payments.apply("stpay_1", short, "webhook")
    }
    expect(await kindsOf(ledger)).toEqual([
      "deposit_mismatch.amount",
      "deposit_mismatch.amount",
    ])
  })

  describe("money that is reported once with its transfer, and once without", () => {
    const REPORTS = [
      ["deposit_mismatch.mode", { mode: "live" }],
      ["deposit_mismatch.amount", { amount: "6.25" }],
      ["deposit_mismatch.currency", { currency: "USDC" }],
      ["deposit_mismatch.chain", { chain: "BASE" }],
      ["deposit_mismatch.gateway_id", { gateway_id: "order-other" }],
    ] as const
    const ORDERS = [
      ["first without", [undefined, HASH, undefined]],
      ["first with", [HASH, undefined, HASH.toUpperCase().replace("X", "x")]],
    ] as const
    const exceptions = () =>
      ledger
        .db("stablecoin_exception")
        .select("id", "kind", "reason", "status", "details")
        .orderBy("created_at")
    const reportOther = async (
      changes: Partial<Extract<Fact, { kind: "paid" }>>,
      tx_hash: string | undefined
    ) => {
      const fact = { ...paidBy("stpay_1"), ...changes, tx_hash } as Fact
      return await ledger.service.payments.apply("stpay_1", fact, "webhook")
    }

    describe.each(REPORTS)("%s", (name, changes) => {
      it.each(ORDERS)("is refunded once: %s", async (_, hashes) => {
        await two()
        for (const tx_hash of hashes) {
          await reportOther(changes, tx_hash)
        }
        expect(await exceptions()).toMatchObject([
          { ...problemOf(name), status: "open", details: { tx_hash: HASH } },
        ])
      })
    })

    it("is refunded once where the merchant resolved it before its transfer was named", async () => {
      await two()
      await reportOther({ amount: "6.25" }, undefined)
      const [first] = await exceptions()
      await ledger.db("stablecoin_exception").update({
        status: "resolved",
        resolution: "refund",
        resolved_by: "user_1",
        resolved_at: new Date(),
      })
      expect(await reportOther({ amount: "6.25" }, HASH)).toMatchObject({
        opened: [],
      })
      expect(await exceptions()).toMatchObject([
        { id: first.id, status: "resolved", details: { tx_hash: HASH } },
      ])
    })

    it("is refunded twice where two transfers are named", async () => {
      await two()
      const other = `0x${"cd".repeat(32)}`
      for (const tx_hash of [undefined, HASH, other, undefined]) {
        await reportOther({ amount: "6.25" }, tx_hash)
      }
      expect(await exceptions()).toMatchObject([
        { details: { tx_hash: HASH } },
        { details: { tx_hash: other } },
      ])
    })

    it("stays the payment's own that it paid, where it differs from both", async () => {
      await two()
      await reportOther({ currency: "USDC" }, undefined)
      await report("stpay_1")
      await reportOther({ currency: "USDC" }, HASH)
      const paid = await ledger.service.payments.find({ id: "stpay_1" })
      expect(
        await ledger.db("stablecoin_deposit").where({ id: paid?.deposit_id })
      ).toMatchObject([{ amount: "12.50", currency: "USDT", tx_hash: HASH }])
    })

    it("is other money where its amount differs", async () => {
      await two()
      await reportOther({ amount: "6.25" }, undefined)
      await reportOther({ amount: "6.5" }, HASH)
      expect(await exceptions()).toMatchObject([
        { details: { amount: "6.25", tx_hash: null } },
        { details: { amount: "6.5", tx_hash: HASH } },
      ])
    })
  })
})
