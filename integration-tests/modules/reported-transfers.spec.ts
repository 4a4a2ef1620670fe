import type { Contradiction } from "../../src/ledger"
import { problemOf } from "../../src/ledger/__tests__/samples"
import { ledgerTest } from "../setup/module/test-ledger"
import {
  addressOf,
  hashOf,
  type Reported,
  watchedChain,
} from "../setup/module/watched-chain"

const [ONE, OTHER] = [addressOf("a"), addressOf("b")]
const [A, B, C] = ["stpay_a", "stpay_b", "stpay_c"] as const
const [AB, CD] = [hashOf("ab"), hashOf("cd")]
const UPPER = AB.toUpperCase().replace("X", "x")

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)

  const contradict = async (
    id: string,
    reason: Contradiction,
    is_final = true
  ) => {
    const proof = { tx_hash: AB, reason, log_index: null, is_final }
    const proof_status = "contradicted"
    await chain.set(id, { proof_status, proof, prove_at: null })
  }
  /** The gateway reports the transaction AB, unless it says otherwise. */
  const report = async (id: string, reported: Reported = {}) =>
    await chain.report(id, { tx_hash: AB, ...reported })
  const STEPS = {
    "report a": () => report(A),
    "report a by cd": () => report(A, { tx_hash: CD }),
    "report 6.25 of a": () => report(A, { amount: "6.25" }),
    "report 6.25 of a by cd": () => report(A, { amount: "6.25", tx_hash: CD }),
    "report a for b's order": () => report(A, { gateway_id: `order-${B}` }),
    "report b": () => report(B),
    "report b in capitals": () => report(B, { tx_hash: UPPER }),
    "report b on another network": async () => {
      await chain.set(B, { chain: "BASE" })
      await report(B, { chain: "BASE" })
    },
    "report 9 of b": () => report(B, { amount: "9.00" }),
    "report c": () => report(C),
    "report c by cd": () => report(C, { tx_hash: CD }),
    /** At the address of A. */
    "start c": () => chain.show(C, ONE),
    /** The network shows AB, to the address of A. */
    see: () => chain.see({ to: ONE, tx_hash: AB }),
    "see cd": () => chain.see({ to: ONE, tx_hash: CD }),
    /** AB has a transfer to the address of B, too. */
    "see both": () =>
      chain.see(
        { to: ONE, tx_hash: AB },
        { to: OTHER, tx_hash: AB, log_index: 1 }
      ),
    /** The merchant names the payment of the open exception's money. */
    "assign to a": async () => {
      const { exceptions } = ledger.service.repository
      const { id } = await ledger
        .db("stablecoin_exception")
        .where({ status: "open" })
        .first("id")
      await exceptions.resolve({
        exception_id: id,
        action: "assign",
        payment_id: A,
        held: "12.50",
        note: "Asked the buyer.",
        by: "user_1",
      })
    },
    match: () => chain.match(),
    "contradict a": () => contradict(A, "wrong_address"),
    "contradict a for now": () => contradict(A, "wrong_address", false),
    "contradict b": () => contradict(B, "wrong_address"),
    "contradict c as too early": () => contradict(C, "too_early"),
    "prove c": () => chain.set(C, { proof_status: "proven" }),
    "miss a": () => chain.set(A, { proof_status: "not_found" }),
  }
  type Step = keyof typeof STEPS
  const take = async (steps: readonly Step[]) => {
    for (const step of steps) {
      await STEPS[step]()
    }
  }

  beforeEach(async () => {
    await chain.show(A, ONE)
    await chain.show(B, OTHER)
  })

  /** A transaction of A was never mined, and replaced by another. */
  const REPLACED: Step[] = ["report a", "miss a", "report a by cd"]
  const TOO_EARLY: Step[] = [
    ...(["start c", "see", "report c"] as const),
    "contradict c as too early",
  ]
  const EXACT = "a: unreported_transfer.exact"
  const LATE = "a: unreported_transfer.late"
  const AGAIN = "a: unreported_transfer.again"
  const SECOND = "a: deposit_mismatch.again"
  const AMOUNT = "a: deposit_mismatch.amount"

  // Law 9: one transfer pays once.
  it.each<[steps: Step[], paid: string[], open: string[]]>([
    [["report a", "report b in capitals"], ["a by ab"], ["b: transfer_reused"]],
    [["report a", "report a"], ["a by ab"], []],
    [["report a", "report b on another network"], ["a by ab", "b by ab"], []],
    // Money of a wrong amount is refundable, so it pays for nothing else.
    [["report 6.25 of a", "report b"], [], [AMOUNT, "b: transfer_reused"]],
    [["report a for b's order", "report b"], ["b by ab"], []],
    [
      ["report a for b's order", "report b", "report a"],
      ["b by ab"],
      ["a: transfer_reused"],
    ],
    // It pays its own payment once its chain has contradicted the other one.
    [
      ["report a", "contradict a", "report b", "start c", "report c"],
      ["a by ab", "b by ab"],
      ["c: transfer_reused"],
    ],
    [
      ["report a", "contradict a for now", "report b"],
      ["a by ab"],
      ["b: transfer_reused"],
    ],
    // Money in addition to the right one asks for no second order.
    [["report 6.25 of a by cd", "report a"], ["a by ab"], [SECOND]],
    [["report a", "report 6.25 of a by cd"], ["a by ab"], [SECOND]],
    [
      ["report 6.25 of a by cd", "report a", "report 6.25 of a by cd"],
      ["a by ab"],
      [SECOND],
    ],
    [["report 6.25 of a by cd", "report 6.25 of a"], [], [AMOUNT, AMOUNT]],
    [["report a", "report a by cd"], ["a by ab"], ["a: paid_twice"]],
    [
      ["report a", "report a by cd", "miss a", "report a by cd"],
      ["a by cd"],
      [],
    ],
    // The transfer pays A, and the gateway reports it for another address.
    [["report b", "contradict b", "see", "match"], ["b by ab"], [EXACT]],
    [["see", "match", "report b"], ["b by ab"], [EXACT]],
    [
      ["see", "match", "report 9 of b"],
      [],
      [EXACT, "b: deposit_mismatch.amount"],
    ],
    [
      ["report 9 of b", "contradict b", "see", "match"],
      [],
      ["b: deposit_mismatch.amount", EXACT],
    ],
    [["see", "match", "report a"], ["a by ab"], []],
    [["report a", "see cd", "match"], ["a by ab"], [AGAIN]],
    // It pays each payment of which its chain shows a transfer.
    [["see both", "report a", "report b"], ["a by ab", "b by ab"], []],
    [
      ["report a", "report b", "see both", "report b"],
      ["a by ab", "b by ab"],
      ["b: transfer_reused"],
    ],
    // It fits two payments of an address, until the merchant names one.
    [["start c", "see", "match"], [], ["null: unreported_transfer.unclear"]],
    [["start c", "see", "match", "assign to a"], [], [LATE]],
    [["start c", "see", "match", "assign to a", "report a"], ["a by ab"], []],
    // It is older than the payment that it is reported for.
    [[...TOO_EARLY, "report a"], ["a by ab", "c by ab"], []],
    [
      [...TOO_EARLY, "report c by cd", "prove c", "match"],
      ["c by cd"],
      [EXACT],
    ],
    // It never arrived, unless its chain shows it after all.
    [REPLACED, ["a by cd"], []],
    [[...REPLACED, "see", "match"], ["a by cd"], [AGAIN]],
    [[...REPLACED, "report a"], ["a by cd"], []],
    [[...REPLACED, "report b"], ["a by cd", "b by ab"], []],
    [[...REPLACED, "miss a", "report a"], ["a by ab"], []],
  ])("%j: %j is paid, and %j is open", async (steps, paid, open) => {
    const without = (lines: string[]) =>
      lines.map((line) => line.replace("stpay_", ""))
    await take(steps)
    expect(without(await chain.paid())).toEqual(paid)
    expect(without(await chain.open())).toEqual(open)
    // Money is confirmed in the transaction that pays, and in no other.
    const unconfirmed = await ledger
      .db("stablecoin_payment AS p")
      .join("stablecoin_deposit AS d", "d.id", "p.deposit_id")
      .where({ "p.status": "paid", "p.proof_status": null })
      .whereRaw("(d.confirmed_at IS NULL OR d.tx_hash <> p.tx_hash)")
    expect(unconfirmed).toEqual([])
  })

  it.each(Array.from({ length: 10 }, (_, index) => index))(
    "of two payments that a transfer confirms at the same moment one is paid (try %i)",
    async () => {
      await Promise.all([report(A), report(B)])
      expect(await chain.paid()).toHaveLength(1)
      expect(await chain.open()).toEqual([
        expect.stringMatching(/: transfer_reused$/),
      ])
    }
  )

  describe("a transfer that is reported for another payment of its address", () => {
    beforeEach(async () => {
      await chain.show(C, ONE, { amount: "20.00" })
      await take(["see", "report c"])
    })

    it.each<[what: string, steps: Step[]]>([
      ["before it is matched", []],
      ["after it is matched", ["match"]],
    ])("has the payment that it fits not cancelled, %s", async (_, steps) => {
      await take(steps)
      expect(await chain.check(A)).toBe("coins")
      expect(await chain.check(C)).toBe("none")

      await ledger
        .db("stablecoin_exception")
        .where({ payment_id: C })
        .update({ status: "resolved" })
      await take(["match"])
      expect(await chain.check(A)).toBe("none")
    })
  })

  it("a transfer that paid keeps no other payment of its address open", async () => {
    await take(["start c", "see", "report c", "match"])
    expect(await chain.check(A)).toBe("none")
  })

  describe("money of a report that differs", () => {
    const exceptions = () =>
      ledger
        .db("stablecoin_exception")
        .select("kind", "reason", "status", "details")
        .orderBy("created_at")

    it.each([
      ["deposit_mismatch.mode", { mode: "live" }],
      ["deposit_mismatch.amount", { amount: "6.25" }],
      ["deposit_mismatch.currency", { currency: "USDC" }],
      ["deposit_mismatch.chain", { chain: "BASE" }],
      ["deposit_mismatch.gateway_id", { gateway_id: "order-other" }],
    ] as const)(
      "is refunded once, however often it is reported: %s",
      async (name, reported) => {
        for (const tx_hash of [AB, UPPER, AB]) {
          await report(A, { ...reported, tx_hash })
        }
        expect(await exceptions()).toMatchObject([
          { ...problemOf(name), status: "open", details: { tx_hash: AB } },
        ])
      }
    )

    it("is refunded twice where two transfers are named", async () => {
      for (const tx_hash of [AB, CD, AB]) {
        await report(A, { amount: "6.25", tx_hash })
      }
      expect(await exceptions()).toMatchObject([
        { details: { tx_hash: AB } },
        { details: { tx_hash: CD } },
      ])
    })

    it("leaves what has paid as it is", async () => {
      await report(A)
      await report(A, { currency: "USDC" })
      const paid = await ledger.service.payments.find({ id: A })
      expect(
        await ledger.db("stablecoin_deposit").where({ id: paid?.deposit_id })
      ).toMatchObject([{ amount: "12.50", currency: "USDT", tx_hash: AB }])
    })
  })
})
