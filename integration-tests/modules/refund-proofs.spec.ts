import { nextStep, type Payment } from "../../src/ledger"
import { answerOf } from "../../src/ledger/__tests__/refund-samples"
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
import { ADDRESS, HASH, LedgerAdmin } from "../setup/module/ledger-admin"
import { ledgerTest } from "../setup/module/test-ledger"
import { readScheduled, schedules } from "../setup/store/schedule"
import { forgetCustomer } from "../../src/workflows/customer-data"

const CUSTOMER = "cus_ada"
const OTHER_HASH = `0x${"c3".repeat(32)}`
const OTHER_ADDRESS = `0x${"d4".repeat(20)}`

ledgerTest((ledger) => {
  const admin = new LedgerAdmin(ledger)

  const paidPayment = async (changes: Partial<Payment>): Promise<Payment> => {
    const payment = await admin.paidPayment()
    await ledger.db(TABLE.payment).where({ id: payment.id }).update(changes)
    return payment
  }
  /** A refund that is sent to ADDRESS, as the chain's reader has read it. */
  const sentRefund = async (): Promise<ReadRefund> => {
    const payment = await paidPayment({ customer_id: CUSTOMER })
    const id = await admin.recordRefundDue(payment, "ref_1", "5")
    await admin.sent(id, HASH, ADDRESS)
    return { id, payment_id: payment.id, refund_to: ADDRESS, amount: "5.00" }
  }
  const read = async (id: string): Promise<RefundRow | undefined> =>
    await ledger.db<RefundRow>(TABLE.refund).where({ id }).first()

  it("an answer that was read before the customer was erased brings no address back", async () => {
    const refund = await sentRefund()
    await schedules(ledger.db).update({ next_reconcile_at: null })
    await forgetCustomer(ledger.service.repository, CUSTOMER)

    await ledger.service.refunds.applyProof(
      refund,
      answerOf("contradicted", { found_instead: `0.01 USDT → ${ADDRESS}` })
    )

    expect(JSON.stringify(await admin.records())).not.toContain(ADDRESS)
  })

  it("an exception names no address, which would outlive the customer's data", async () => {
    const refund = await sentRefund()
    await ledger.service.refunds.applyProof(
      refund,
      answerOf("contradicted", {
        reason: "wrong_address",
        found_instead: `5.00 USDT → ${OTHER_ADDRESS}`,
      })
    )
    const { exceptions } = await admin.records()
    expect(exceptions).toMatchObject([
      { kind: "refund_due" },
      { kind: "refund_problem", reason: "contradicted" },
    ])
    expect(JSON.stringify(exceptions)).not.toContain(OTHER_ADDRESS)
  })

  it.each(["proven", "contradicted"] as const)(
    "'%s' about an address that was corrected meanwhile is no answer",
    async (status) => {
      const refund = await sentRefund()
      await ledger.service.refunds.applyProof(refund, answerOf("not_found"))
      await admin.sent(refund.id, HASH, OTHER_ADDRESS)

      await ledger.service.refunds.applyProof(refund, answerOf(status))

      expect(await read(refund.id)).toMatchObject({
        refund_to: OTHER_ADDRESS,
        proof_status: null,
        prove_at: expect.any(Date),
      })
    }
  )

  it("a corrected transaction is not read later because the former one had no answer", async () => {
    const refund = await sentRefund()
    await ledger.service.refunds.applyProof(refund, answerOf("not_found"))
    await admin.sent(refund.id, OTHER_HASH)
    const later = new Date(Date.now() + 3_600_000)

    await proveRefundAgain(ledger.db, { id: refund.id, tx_hash: HASH }, later)

    const { prove_at } = (await read(refund.id)) ?? {}
    expect(prove_at?.getTime()).toBeLessThan(later.getTime())
  })

  describe("two refunds whose transactions were mixed up", () => {
    const mixUp = async (): Promise<[ReadRefund, ReadRefund]> => {
      const one = await sentRefund()
      const payment = await admin.paidPayment("stpay_2")
      const id = await admin.recordRefundDue(payment, "ref_2", "7")
      await admin.sent(id, OTHER_HASH, OTHER_ADDRESS)
      const other = {
        id,
        payment_id: payment.id,
        refund_to: OTHER_ADDRESS,
        amount: "7.00",
      }
      await ledger.service.refunds.applyProof(one, answerOf("contradicted"))
      return [one, other]
    }
    const openKinds = async () =>
      (await admin.records()).exceptions
        .filter(({ status }) => status === "open")
        .map(({ kind }) => kind)

    it("exchange them by one correction, and are looked up again", async () => {
      const [one, other] = await mixUp()
      const wrong = answerOf("contradicted", { tx_hash: OTHER_HASH })
      await ledger.service.refunds.applyProof(other, wrong)
      expect(await openKinds()).toEqual(["refund_problem", "refund_problem"])

      await admin.sent(one.id, OTHER_HASH)

      const looked = { proof_status: null, prove_at: expect.any(Date) }
      expect(await read(one.id)).toMatchObject({
        tx_hash: OTHER_HASH,
        ...looked,
      })
      expect(await read(other.id)).toMatchObject({ tx_hash: HASH, ...looked })
      expect(await openKinds()).toEqual([])
    })

    it("keep them where the network shows the other one's", async () => {
      const [one, other] = await mixUp()
      const proven = answerOf("proven", { tx_hash: OTHER_HASH })
      await ledger.service.refunds.applyProof(other, proven)

      const refused = await admin.refused(() => admin.sent(one.id, OTHER_HASH))

      expect(refused).toMatchObject({ refused: "hash_used" })
      expect(await read(other.id)).toMatchObject({ tx_hash: OTHER_HASH })
    })
  })

  it("a corrected transaction does not accept money that was sent back", async () => {
    const payment = await paidPayment({ proof_status: "proven" })
    const exception = await admin.openException(
      payment,
      "unproven.contradicted",
      {
        status: "paid",
      }
    )
    await admin.choose(exception, {
      action: "close",
      sent: { tx_hash: HASH, refund_to: ADDRESS, amount: "5" },
    })
    const { refunds } = await admin.records()
    const { id } = refunds[0]!
    await ledger.service.refunds.applyProof(
      { id, payment_id: payment.id, refund_to: ADDRESS, amount: "5.00" },
      answerOf("not_found")
    )
    await admin.sent(id, OTHER_HASH)

    expect(await read(id)).toMatchObject({ tx_hash: OTHER_HASH })
    // Not captured: the merchant has sent a part of it back.
    expect(await stepOf(payment)).toEqual({ do: "nothing", has_rest: true })
  })

  it.each(["unproven.contradicted", "unproven.unchecked"] as const)(
    "money of which a part was sent back is not captured in full once it is proven: %s",
    async (kind) => {
      const payment = await paidPayment({ proof_status: "proven" })
      const exception = await admin.openException(payment, kind, {
        status: "paid",
      })

      await admin.choose(exception, {
        action: "close",
        sent: { tx_hash: HASH, refund_to: ADDRESS, amount: "5" },
      })

      expect(await stepOf(payment)).toEqual({ do: "nothing", has_rest: true })
    }
  )

  /** The next step of a payment that is authorized, ordered and proven. */
  const stepOf = async (payment: Payment) =>
    nextStep(
      await readScheduled(ledger.db, payment),
      medusaState({
        payment: authorized,
        order: { id: "order_1", canceled: false, standing: true },
        money: (await admin.balances(payment.id))[0]!,
        has_open_exception: true,
        chain_policy: { proof: "require", has_endpoint: true },
      }),
      new Date()
    )
})
