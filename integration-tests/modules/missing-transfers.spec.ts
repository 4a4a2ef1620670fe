import {
  nextReconcileAt,
  retryAt,
  type ScheduledPayment,
} from "../../src/ledger"
import {
  type Machine,
  machineTest,
  optionsFor,
  startPayments,
} from "../setup/module/processes"
import {
  failReads,
  pass,
  read,
  slowReads,
  TOO_MANY,
} from "../setup/module/reconciliation-pass"
import { schedules } from "../setup/store/schedule"
import { waitFor } from "../../tools/harness/wait-for"

machineTest((machine: Machine) => {
  const payments = () => machine.db("stablecoin_payment")
  const due = async () => {
    await schedules(machine.db).update({ next_reconcile_at: new Date() })
  }

  describe("a payment whose paid webhook names no transfer", () => {
    /** A store with such onchain payments, all of them due. */
    const paidWithoutTransfer = async (count: number) => {
      const sandbox = await machine.sandbox()
      const store = optionsFor(sandbox, sandbox.credentials)
      const first = machine.process(store)
      const names = Array.from({ length: count }, (_, index) => `p${index}`)
      const started = await startPayments(first, "onchain", names)
      sandbox.fault({ kind: "drop", times: 2 * count })
      for (const { id, gateway_id, amount, currency, chain } of started) {
        await sandbox.pay({ orderNo: id })
        await first.service.payments.apply(
          id,
          {
            kind: "paid",
            amount,
            currency,
            chain: chain!,
            gateway_id: gateway_id!,
          },
          "webhook"
        )
      }
      await due()
      return { sandbox, first, second: machine.process(store), started }
    }

    it("is read once it is settled, and claims its transfer", async () => {
      const { sandbox, first, started } = await paidWithoutTransfer(1)
      const { id } = started[0]!
      sandbox.fault({ api: "business", endpoint: "get", kind: "delay" })

      const settled: string[] = []
      const running = pass(first, settled)
      await waitFor("the read", async () => read(sandbox).length > 0)
      expect(read(sandbox)).toMatchObject([{ status: null }])
      expect(settled).toEqual([id])

      expect(await running).toMatchObject({ reconciled: 1, read: 1 })
      expect(settled).toEqual([id, id])
      const { tx_hash } = await payments().where({ id }).first()
      expect(tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
      expect(await machine.db("stablecoin_deposit")).toMatchObject([
        { payment_id: id, tx_hash },
      ])
      await due()
      expect(await pass(first)).toMatchObject({ reconciled: 1, read: 0 })
    })

    it("takes the one that replaced a transaction which its chain does not show", async () => {
      const { first, started } = await paidWithoutTransfer(1)
      const { id } = started[0]!
      const tx_hash = `0x${"00".repeat(32)}`
      const dropped = { tx_hash, since: new Date().toISOString() }
      await machine.db("stablecoin_deposit").update({ tx_hash })
      await payments().update({
        tx_hash,
        proof_status: "not_found",
        proof: dropped,
      })

      expect(await pass(first)).toMatchObject({ reconciled: 1, read: 1 })

      const paid = await payments().where({ id }).first()
      expect(paid.tx_hash).not.toBe(tx_hash)
      expect(
        await machine.db("stablecoin_deposit").where({ deleted_at: null })
      ).toMatchObject([{ id: paid.deposit_id, tx_hash: paid.tx_hash }])
    })

    it("is settled, and read later, while its gateway gives no answer", async () => {
      const { sandbox, first } = await paidWithoutTransfer(2)
      failReads(sandbox, 2)
      const settled: string[] = []
      const { failures } = await pass(first, settled)
      expect(settled).toHaveLength(2)
      expect(failures).toEqual([expect.stringMatching(/^2 payments could not/)])
      await due()
      await pass(first)
      expect(await payments().whereNull("tx_hash")).toEqual([])
    })

    const settling = (payment: ScheduledPayment) =>
      nextReconcileAt(payment, new Date())
    const stuck = (payment: ScheduledPayment) => retryAt(payment, new Date())
    const readsAtMost = 8

    it.each([{}, TOO_MANY])(
      "is read once its gateway answers again, after any time: %j",
      async (answer) => {
        const { sandbox, first, second } = await paidWithoutTransfer(1)
        failReads(sandbox, readsAtMost + 2, answer)
        for (let count = 0; count < readsAtMost + 2; count += 1) {
          await due()
          await pass(first, [], settling)
        }
        expect(await payments().first()).toMatchObject({ tx_hash: null })
        const schedule = await schedules(machine.db).first()
        expect(Number(schedule?.next_reconcile_at)).toBeGreaterThan(Date.now())

        sandbox.clearFaults()
        await due()
        await pass(second, [], settling)
        expect(await payments().whereNull("tx_hash")).toEqual([])
      }
    )

    it.each([
      ["settled", settling],
      ["stuck", stuck],
    ])(
      "is read a limited number of times while the gateway does not know it: it is %s",
      async (_, next) => {
        const { sandbox, first } = await paidWithoutTransfer(1)
        await sandbox.reset()
        for (let count = 0; count < readsAtMost + 2; count += 1) {
          await due()
          await pass(first, [], next)
        }
        const unknown = read(sandbox).filter(({ status }) => status === 404)
        expect(unknown).toHaveLength(readsAtMost)
        expect(await machine.db("stablecoin_exception")).toEqual([])
      }
    )

    it("does not delay a later capture by its gateway", async () => {
      const { sandbox, first, started } = await paidWithoutTransfer(230)
      const named = started.at(-1)!
      await schedules(machine.db)
        .whereNot({ payment_id: named.id })
        .update({ next_reconcile_at: new Date(0) })
      await payments().where({ id: named.id }).update({ tx_hash: "0xnamed" })
      slowReads(sandbox)
      let readsBefore: number | null = null
      const running = pass(first, [], ({ id }) => {
        if (id === named.id) {
          readsBefore = read(sandbox).length
        }
        return null
      })
      expect(await running).toMatchObject({ reconciled: 230, read: 229 })
      expect(readsBefore).toBe(0)
    })
  })
})
