import type {
  AdminPaymentResponse,
  AdminRefundsResponse,
} from "../../../../src/http-types"
import type { Chain } from "../../../../src/gateway"
import auditDepositsJob from "../../../../src/jobs/audit-deposits"
import { AdminOperations } from "../../../setup/admin/admin-api"
import { blockchainTest } from "../../../setup/store/on-chain"
import type { OpenPayment } from "../../../setup/store/test-store"

const CURRENCY = "USDT"

blockchainTest((store, onChain) => {
  const api = AdminOperations.enrolled(store)
  const { admin } = api
  describe("under observe", () => {
    const paid = async (chain?: Chain) => {
      const payment = await onChain.start(chain)
      await store.sandbox.pay({ orderNo: payment.id })
      await onChain.read()
      return await admin.get<AdminPaymentResponse>(
        `/admin/stablecoin/payments/${payment.id}`
      )
    }

    it("the proof, its sender and block are shown, in the timeline and the file too", async () => {
      const { payment, facts } = await paid()
      const sender = store.sandbox.walletAddress.toLowerCase()
      expect(payment).toMatchObject({
        proof_status: "proven",
        proof_mode: "observe",
        is_held: false,
        proof: {
          tx_hash: payment.tx_hash,
          sender,
          block_number: expect.any(Number),
          block_time: expect.any(String),
          is_final: true,
        },
      })
      expect(facts.at(-1)).toMatchObject({
        kind: "proof",
        source: "chain",
        money: null,
        proof: { status: "proven", sender, found_instead: null },
        transfer: null,
      })
      expect(await api.readExport("payments/export")).toMatchObject([
        {
          proof_status: "proven",
          sender,
          block_number: String(payment.proof?.block_number),
        },
      ])
    })

    it("a payment says where its network is not read, and others are", async () => {
      expect((await paid("ETH")).payment).toMatchObject({
        proof_status: null,
        proof: null,
        proof_mode: "no_endpoint",
        is_held: false,
      })
    })

    it("a lie is captured and opens an exception, and warns the merchant before its refund is sent", async () => {
      const payment = await onChain.start()
      store.sandbox.fault({ kind: "unchecked_confirmation" })
      await store.sandbox.pay({ orderNo: payment.id }, { amount: "0.01" })
      await onChain.read()
      expect(await onChain.records(payment)).toMatchObject({
        proof_status: "contradicted",
        captures: [12.5],
      })
      expect(await store.openExceptions()).toEqual(["unproven.contradicted"])
      const { order_id } = await store.readPayment(payment.id)
      await admin.cancelOrder(String(order_id))
      await onChain.reconcile()

      const body = await admin.get<AdminRefundsResponse>(
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
          deposit: { sender: store.sandbox.walletAddress.toLowerCase() },
        },
      ])
      expect(await store.openExceptions()).toEqual([
        "unproven.contradicted",
        "refund_due",
      ])
    })
  })

  describe("a transfer that the gateway reports with 12.50", () => {
    const report = async ({ id }: OpenPayment, amount: string) => {
      store.sandbox.fault({ kind: "unchecked_confirmation" })
      await store.sandbox.pay({ orderNo: id }, { amount })
    }
    /** Sends coins, which are seen before the gateway reports them. */
    const seeFirst = async (payment: OpenPayment, amount: string) => {
      const txHash = await onChain.send(payment, amount)
      await onChain.see()
      store.sandbox.fault({ kind: "unchecked_confirmation" })
      await store.sandbox.pay({ orderNo: payment.id }, { txHash })
    }
    const paid = async (
      pay: typeof report,
      amount: string
    ): Promise<OpenPayment> => {
      // The first pass only sets the cursors.
      await onChain.read()
      const payment = await onChain.start()
      await pay(payment, amount)
      expect((await onChain.records(payment)).captures).toEqual([12.5])
      await onChain.see()
      await onChain.reconcile()
      return payment
    }
    const refundInMedusa = async (payment: OpenPayment) => {
      const id = await store.medusaPaymentId(payment)
      await admin.refund(id, 12.5)
      await onChain.reconcile()
    }
    const audit = async () => {
      await store.db("stablecoin_deposit").update({
        created_at: new Date(Date.now() - 3600_000),
        updated_at: new Date(Date.now() - 3600_000),
      })
      await auditDepositsJob(store.container)
    }

    // The module's tests have every order of reports.
    describe("is one deposit", () => {
      it("of more, it is captured as reported, and its excess is sent back once", async () => {
        const payment = await paid(report, "13.75")
        expect(await api.readDeposits()).toMatchObject([
          {
            payment_id: payment.id,
            amount: "13.75",
            unallocated: "1.25",
            allocations: [{ kind: "capture", amount: "12.50" }],
          },
        ])
        const { id, ...open } = await api.readOpenException()
        expect(open).toMatchObject({
          kind: "unproven",
          reason: "contradicted",
          details: { cause: "excess" },
          held: { amount: "1.25", confirmed: false, captured: false },
        })
        await api.expectConserved()

        await refundInMedusa(payment)
        expect(await api.readOpenException()).toMatchObject({
          id,
          held: { amount: "1.25" },
        })
        await api.expectConserved()

        await api.mustResolve(id, {
          action: "refund",
          held: "1.25",
          refund: { amount: "1.25" },
        })
        await onChain.reconcile()
        const [deposit] = await api.readDeposits()
        expect(deposit).toMatchObject({
          amount: "13.75",
          unallocated: "0.00",
        })
        expect(
          deposit?.allocations.map(({ kind, amount }) => [kind, amount])
        ).toEqual([
          ["refund", "12.50"],
          ["refund", "1.25"],
        ])
        await api.expectConserved()
        await audit()
        expect(await store.openExceptions()).toEqual([
          "refund_due",
          "refund_due",
        ])
      })

      it("of more, its order asks for nothing once the excess is kept", async () => {
        const payment = await paid(seeFirst, "13.75")
        const { order_id } = await store.readPayment(payment.id)
        await api.mustResolveOnly({
          action: "close",
          held: "1.25",
          kept: "A tip.",
        })
        await onChain.reconcile()
        const { body } = await api.get(`orders/${String(order_id)}`)
        expect(body.due).toBeNull()
        expect(await store.openExceptions()).toEqual([])
      })

      it("of less, it is refunded as captured, and holds nothing more", async () => {
        const payment = await paid(seeFirst, "11.25")
        expect(await api.readDeposits()).toMatchObject([
          {
            payment_id: payment.id,
            amount: "12.50",
            reported: { amount: "12.50", currency: CURRENCY },
            shown: { amount: "11.25", currency: CURRENCY },
            unallocated: "0.00",
            allocations: [{ kind: "capture", amount: "12.50" }],
          },
        ])
        await audit()
        expect(await store.openExceptions()).toEqual(["unproven.contradicted"])

        await refundInMedusa(payment)
        expect(await api.readRefunds()).toMatchObject([
          {
            amount: "12.50",
            deposit: {
              reported: { amount: "12.50" },
              shown: { amount: "11.25" },
            },
          },
        ])
        expect(await api.readDeposits()).toMatchObject([
          { allocations: [{ kind: "refund", amount: "12.50" }] },
        ])
        await api.expectConserved()
      })
    })
  })
})
