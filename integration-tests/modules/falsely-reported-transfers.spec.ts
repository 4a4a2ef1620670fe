import type { Contradiction } from "../../src/ledger"
import { ledgerTest } from "../setup/module/test-ledger"
import { addressOf, hashOf, watchedChain } from "../setup/module/watched-chain"

const ONE = addressOf("a")
const OTHER = addressOf("b")

ledgerTest((ledger) => {
  const chain = watchedChain(ledger)
  /** The gateway reports the transaction for a payment. */
  const report = async (id: string, amount?: string): Promise<void> =>
    await chain.report(id, { amount, tx_hash: hashOf(1) })
  /** A final block shows that the transfer does not pay the payment. */
  const contradict = async (
    id: string,
    reason: Contradiction = "wrong_address"
  ): Promise<void> => {
    const proof = {
      tx_hash: hashOf(1),
      reason,
      log_index: null,
      is_final: true,
    }
    await ledger
      .db("stablecoin_payment")
      .where({ id })
      .update({ proof_status: "contradicted", proof, prove_at: null })
  }

  beforeEach(async () => {
    await chain.show("stpay_a", ONE)
    await chain.show("stpay_b", OTHER)
  })

  describe.each([
    ["as paid", "12.50"],
    ["with another amount", "9.00"],
  ])("a transfer that is reported for another address, %s", (_, amount) => {
    it("is an exception of the payment that it pays", async () => {
      await report("stpay_b", amount)
      await contradict("stpay_b")
      await chain.see({ to: ONE })

      await chain.match()

      expect(await chain.open()).toEqual(["stpay_a: unreported_transfer.exact"])
    })

    it("keeps the exception that is open already", async () => {
      await chain.see({ to: ONE })
      await chain.match()
      await report("stpay_b", amount)
      expect(await chain.open()).toEqual(["stpay_a: unreported_transfer.exact"])
    })
  })

  describe("a transfer that is reported for another payment of its address", () => {
    beforeEach(async () => {
      await chain.show("stpay_c", ONE, { amount: "20.00" })
      await chain.see({ to: ONE })
    })

    it.each([
      ["before", async () => undefined],
      ["after", async () => void (await chain.match())],
    ])(
      "has the payment that it fits not cancelled, %s it is matched",
      async (_, match) => {
        await report("stpay_c")
        await match()
        expect(await chain.check("stpay_a")).toBe("coins")
        expect(await chain.check("stpay_c")).toBe("none")

        await ledger
          .db("stablecoin_exception")
          .where({ payment_id: "stpay_c" })
          .update({ status: "resolved" })
        await chain.match()
        expect(await chain.check("stpay_a")).toBe("none")
      }
    )

    it("does not keep another payment open if it paid", async () => {
      await chain.show("stpay_d", ONE)
      await report("stpay_d")
      await chain.match()
      expect(await chain.check("stpay_a")).toBe("none")
    })
  })

  it("a transfer that was replaced is the merchant's to return if its chain shows it after all", async () => {
    await report("stpay_a")
    await ledger
      .db("stablecoin_payment")
      .where({ id: "stpay_a" })
      .update({ proof_status: "not_found" })
    await chain.report("stpay_a", { tx_hash: hashOf(2) })
    expect(await chain.open()).toEqual([])
    await chain.see({ to: ONE })

    await chain.match()

    expect(await chain.open()).toEqual(["stpay_a: unreported_transfer.again"])
  })

  it("a transfer that was reported with a missing one is no second payment once it replaces it", async () => {
    const open = async () =>
      await ledger
        .db("stablecoin_exception")
        .where({ status: "open" })
        .pluck<string[]>("kind")
    await report("stpay_a")
    await chain.report("stpay_a", { tx_hash: hashOf(2) })
    expect(await open()).toEqual(["paid_twice"])
    await ledger
      .db("stablecoin_payment")
      .where({ id: "stpay_a" })
      .update({ proof_status: "not_found" })

    await chain.report("stpay_a", { tx_hash: hashOf(2) })

    expect(await ledger.service.payments.find({ id: "stpay_a" })).toMatchObject(
      { tx_hash: hashOf(2) }
    )
    expect(await open()).toEqual([])
  })

  describe("a late report of a transfer that was replaced", () => {
    const missing = { proof_status: "not_found" }
    const replaced = async (): Promise<void> => {
      await report("stpay_a")
      await ledger
        .db("stablecoin_payment")
        .where({ id: "stpay_a" })
        .update(missing)
      await chain.report("stpay_a", { tx_hash: hashOf(2) })
    }
    const confirmed = async () =>
      await ledger
        .db("stablecoin_deposit")
        .where({ deleted_at: null })
        .whereNotNull("confirmed_at")
        .pluck<string[]>("tx_hash")

    it("offers no refund of money that never arrived", async () => {
      await replaced()

      await report("stpay_a")

      expect(await ledger.db("stablecoin_exception")).toEqual([])
      expect(await confirmed()).toEqual([hashOf(2)])
    })

    it("counts for another payment", async () => {
      await replaced()

      await report("stpay_b")

      expect(
        await ledger.service.payments.find({ id: "stpay_b" })
      ).toMatchObject({ status: "paid", tx_hash: hashOf(1) })
    })

    it("counts again once the chain does not show the other one either", async () => {
      await replaced()
      await ledger
        .db("stablecoin_payment")
        .where({ id: "stpay_a" })
        .update(missing)

      await report("stpay_a")

      expect(
        await ledger.service.payments.find({ id: "stpay_a" })
      ).toMatchObject({ tx_hash: hashOf(1), proof_status: null })
      expect(await confirmed()).toEqual([hashOf(1)])
    })
  })

  describe("a transfer that is older than the payment that it is reported for", () => {
    beforeEach(async () => {
      await chain.show("stpay_c", ONE)
      await chain.see({ to: ONE })
      await report("stpay_c")
      await contradict("stpay_c", "too_early")
    })

    it("pays the one that it was sent for", async () => {
      await report("stpay_a")
      const paid = await ledger.service.payments.find({ id: "stpay_a" })
      expect(paid).toMatchObject({ status: "paid", tx_hash: hashOf(1) })
    })

    it("is seen as that one's once the gateway names another", async () => {
      await chain.report("stpay_c", { tx_hash: hashOf(2) })
      await ledger
        .db("stablecoin_payment")
        .where({ id: "stpay_c" })
        .update({ proof_status: "proven" })
      await chain.match()
      expect(await chain.open()).toEqual(["stpay_a: unreported_transfer.exact"])
    })
  })

  it("a transfer that is reported for its own payment is no exception any more", async () => {
    await chain.see({ to: ONE })
    await chain.match()
    await report("stpay_a")
    expect(await chain.open()).toEqual([])
  })
})
