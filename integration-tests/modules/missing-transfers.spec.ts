import { nextReconcileAt, type ScheduledPayment } from "../../src/ledger"
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

  const HOUR_MS = 60 * 60_000

  /** The transaction that the gateway has reported first. */
  const droppedOf = (index: number) =>
    `0x${String(index).padStart(64, "0")}` as const

  describe("a payment whose chain does not show its transfer", () => {
    /** A store with such payments, all of them due. Another transfer paid each. */
    const paidByDropped = async (
      count: number,
      { since = new Date() }: { since?: Date } = {}
    ) => {
      const sandbox = await machine.sandbox()
      const store = optionsFor(sandbox, sandbox.credentials)
      const first = machine.process(store)
      const names = Array.from({ length: count }, (_, index) => `p${index}`)
      const started = await startPayments(first, "onchain", names)
      sandbox.fault({ kind: "drop", times: 2 * count })
      for (const [index, payment] of started.entries()) {
        const { id, gateway_id, amount, currency, chain } = payment
        const tx_hash = droppedOf(index)
        await sandbox.pay({ orderNo: id })
        await first.service.payments.apply(
          id,
          {
            kind: "paid",
            amount,
            currency,
            chain: chain!,
            gateway_id: gateway_id!,
            tx_hash,
          },
          "webhook"
        )
        await payments()
          .where({ id })
          .update({
            proof_status: "not_found",
            proof: { tx_hash, since: since.toISOString() },
          })
      }
      await due()
      return { sandbox, first, second: machine.process(store), started }
    }
    const stillDropped = async () =>
      await payments().where({ proof_status: "not_found" })

    it("is read once it is settled, and takes the transfer that replaced it", async () => {
      const { sandbox, first, started } = await paidByDropped(1)
      const { id } = started[0]!
      sandbox.fault({ api: "business", endpoint: "get", kind: "delay" })

      const settled: string[] = []
      const running = pass(first, settled)
      await waitFor("the read", async () => read(sandbox).length > 0)
      expect(read(sandbox)).toMatchObject([{ status: null }])
      expect(settled).toEqual([id])

      expect(await running).toMatchObject({ reconciled: 1, read: 1 })
      expect(settled).toEqual([id, id])
      const { tx_hash, deposit_id } = await payments().where({ id }).first()
      expect(tx_hash).not.toBe(droppedOf(0))
      expect(
        await machine.db("stablecoin_deposit").where({ deleted_at: null })
      ).toMatchObject([{ id: deposit_id, payment_id: id, tx_hash }])
      await due()
      expect(await pass(first)).toMatchObject({ reconciled: 1, read: 0 })
    })

    it("is settled, and read later, while its gateway gives no answer", async () => {
      const { sandbox, first } = await paidByDropped(2)
      failReads(sandbox, 2)
      const settled: string[] = []
      const { failures } = await pass(first, settled)
      expect(settled).toHaveLength(2)
      expect(failures).toEqual([expect.stringMatching(/^2 payments could not/)])
      await due()
      await pass(first)
      expect(await stillDropped()).toEqual([])
    })

    const settling = (payment: ScheduledPayment) =>
      nextReconcileAt(payment, new Date())

    it.each([{}, TOO_MANY])(
      "is read once its gateway answers again: %j",
      async (answer) => {
        const { sandbox, first, second } = await paidByDropped(1)
        failReads(sandbox, 1, answer)
        await pass(first, [], settling)
        expect(await stillDropped()).toHaveLength(1)
        const schedule = await schedules(machine.db).first()
        expect(Number(schedule?.next_reconcile_at)).toBeGreaterThan(Date.now())

        sandbox.clearFaults()
        await due()
        await pass(second, [], settling)
        expect(await stillDropped()).toEqual([])
      }
    )

    it("stays paid where its gateway does not know it any more", async () => {
      const { sandbox, first } = await paidByDropped(1)
      await sandbox.reset()
      await pass(first, [], settling)
      expect(read(sandbox).at(-1)).toMatchObject({ status: 404 })
      expect(await machine.db("stablecoin_exception")).toEqual([])
    })

    it("is not read any more after some hours", async () => {
      const since = new Date(Date.now() - 3 * HOUR_MS)
      const { first } = await paidByDropped(1, { since })
      expect(await pass(first)).toMatchObject({ reconciled: 1, read: 0 })
    })

    it("does not delay a later capture by its gateway", async () => {
      const { sandbox, first, started } = await paidByDropped(230)
      const shown = started.at(-1)!
      await schedules(machine.db)
        .whereNot({ payment_id: shown.id })
        .update({ next_reconcile_at: new Date(0) })
      await payments().where({ id: shown.id }).update({ proof_status: "found" })
      slowReads(sandbox)
      let readsBefore: number | null = null
      const running = pass(first, [], ({ id }) => {
        if (id === shown.id) {
          readsBefore = read(sandbox).length
        }
        return null
      })
      expect(await running).toMatchObject({ reconciled: 230, read: 229 })
      expect(readsBefore).toBe(0)
    })
  })
})
