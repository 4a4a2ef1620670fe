import type { AdminRefundsResponse } from "../../../src/http-types"
import { Admin } from "../../setup/admin/admin"
import { openExceptions, readPayment } from "../../setup/store/ledger"
import {
  readChains,
  readRecords,
  reconcileAll,
} from "../../setup/store/on-chain"
import { openPayment, type OpenPayment } from "../../setup/store/open-payment"
import { storeTest } from "../../setup/store/store"

const CHAIN = "POLYGON"

storeTest({
  chains: [CHAIN],
  tests: (store) => {
    const admin = new Admin(store)
    const start = async (): Promise<OpenPayment> =>
      await openPayment(store, "onchain", { chain: CHAIN, currency: "USDT" })
    const records = async (payment: OpenPayment) =>
      await readRecords(store, payment)

    beforeAll(async () => await admin.enrol())

    describe("a hash that the gateway uses twice", () => {
      it("pays both payments if its transaction has a transfer for each", async () => {
        const [one, other] = [await start(), await start()]
        const { sandbox } = store
        const orders = sandbox
          .orders()
          .filter(({ orderNo }) => [one.id, other.id].includes(orderNo ?? ""))
        await sandbox.chain.faucet({
          chain: CHAIN,
          currency: "USDT",
          to: sandbox.walletAddress,
          amount: "100.00",
        })
        const [receipt] = await sandbox.chain.transferBatch(
          orders.map(({ amount, destinationAddress }) => ({
            chain: CHAIN,
            currency: "USDT",
            from: sandbox.walletAddress,
            to: destinationAddress,
            amount,
          }))
        )
        sandbox.fault({ kind: "spent_hash" })
        for (const payment of [one, other]) {
          const { txHash } = receipt!
          await sandbox.pay({ orderNo: payment.id }, { txHash })
          // The first webhook claims the transaction.
          await records(payment)
        }
        expect((await records(one)).captures).toEqual([12.5])
        expect(await openExceptions(store)).toEqual(["transfer_reused"])

        await readChains(store)
        await reconcileAll(store)

        expect(await records(other)).toMatchObject({
          status: "paid",
          captures: [12.5],
        })
        expect(await openExceptions(store)).toEqual([])
      })
    })

    describe("under observe", () => {
      it("a lie is captured as before, and opens an exception", async () => {
        const payment = await start()
        store.sandbox.fault({ kind: "unchecked_confirmation" })
        await store.sandbox.pay({ orderNo: payment.id }, { amount: "0.01" })
        expect(await records(payment)).toMatchObject({
          proof_status: "contradicted",
          captures: [12.5],
        })
        expect(await openExceptions(store)).toEqual(["unproven.contradicted"])
      })

      it("a lie whose order is cancelled warns the merchant before the refund is sent", async () => {
        const payment = await start()
        store.sandbox.fault({ kind: "unchecked_confirmation" })
        await store.sandbox.pay({ orderNo: payment.id }, { amount: "0.01" })
        await records(payment)
        const { order_id } = await readPayment(store, payment.id)
        const cancelled = await admin.call(
          "POST",
          `/admin/orders/${String(order_id)}/cancel`
        )
        expect(cancelled).toMatchObject({ status: 200 })
        await reconcileAll(store)

        const { body } = await admin.call<AdminRefundsResponse>(
          "GET",
          "/admin/stablecoin/refunds"
        )
        expect(body.refunds).toMatchObject([
          {
            amount: "12.50",
            status: "due",
            payment: {
              mode: "test",
              proof_status: "contradicted",
            },
            deposit: { sender: null },
          },
        ])
        expect(await openExceptions(store)).toEqual([
          "unproven.contradicted",
          "refund_due",
        ])
      })
    })
  },
})
