import { randomBytes } from "node:crypto"
import type { Rail } from "../../src/ledger"
import type { Sandbox } from "../../packages/sandbox/src"
import {
  type Machine,
  machineTest,
  optionsFor,
  startPayments,
} from "../setup/module/processes"
import { waitFor } from "../../tools/harness/wait-for"
import { paidBy } from "../setup/module/accept-webhook"

const newKey = () => randomBytes(32).toString("base64")
const KEY = newKey()
const DAY_MS = 24 * 60 * 60 * 1000

type Credentials = Sandbox["credentials"]

const secretOf = ({ hosted, onchain }: Credentials, rail: Rail) =>
  rail === "hosted" ? hosted.clientSecret : onchain.webhookSecret

/**
 * A store that starts a payment, switches to another account's credentials, and
 * restarts.
 */
async function moved(
  machine: Machine,
  rail: Rail,
  encryptionKeys: string[] = [KEY]
) {
  const sandbox = await machine.sandbox()
  const before = sandbox.credentials
  const after = sandbox.addAccount()
  const old = machine.process(optionsFor(sandbox, before, { encryptionKeys }))
  const [payment] = await startPayments(old, rail, ["old"])
  const now = machine.process(optionsFor(sandbox, after, { encryptionKeys }))
  return { sandbox, before, after, old, now, payment: payment! }
}

machineTest((machine) => {
  const kept = () => machine.db("stablecoin_account").select("*")

  describe("after the merchant has changed the credentials", () => {
    it("it is cancelled at the gateway with the credentials that started it", async () => {
      const { sandbox, now, payment } = await moved(machine, "onchain")

      expect(await now.service.orders.cancel(payment)).toMatchObject({
        status: "cancelled",
      })
      expect(sandbox.orders()).toMatchObject([{ status: "cancelled" }])
    })

    it("without encryption keys no secret is stored, and the old payment waits for its credentials", async () => {
      const { sandbox, before, now, payment } = await moved(
        machine,
        "onchain",
        []
      )
      expect(await kept()).toMatchObject([
        { key: payment.account, secrets: null },
      ])
      expect(await now.service.orders.isReadable(payment)).toBe(false)
      expect(
        await paidBy(now, sandbox, payment, secretOf(before, "onchain"))
      ).toMatchObject({ ok: false, reason: "unauthorized" })
    })
  })

  describe("a retained account", () => {
    it("is one row for many payments, also for concurrent starts", async () => {
      const sandbox = await machine.sandbox()
      const options = optionsFor(sandbox, sandbox.credentials, {
        encryptionKeys: [KEY],
      })
      const processes = [machine.process(options), machine.process(options)]
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          startPayments(processes[index % 2]!, "onchain", [`at_once_${index}`])
        )
      )
      expect(await machine.db("stablecoin_payment")).toHaveLength(10)
      expect(await kept()).toHaveLength(1)
    })

    it("costs a later start no extra statement", async () => {
      const sandbox = await machine.sandbox()
      const old = machine.process(
        optionsFor(sandbox, sandbox.credentials, { encryptionKeys: [KEY] })
      )
      await startPayments(old, "onchain", ["first"])
      await old.service.accounts.end()
      await old.service.settings.effective()
      const read: string[] = []
      old.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
      await startPayments(old, "onchain", ["second"])

      // The settings are read with their accounts.
      expect(
        read.filter(
          (sql) =>
            sql.includes("stablecoin_account") && !sql.includes("jsonb_agg")
        )
      ).toEqual([expect.stringContaining('INSERT INTO "stablecoin_payment"')])
      expect(read).not.toContainEqual(expect.stringMatching(/^BEGIN/))
    })

    it("follows a rotated secret of the same account", async () => {
      const sandbox = await machine.sandbox()
      const keys = { encryptionKeys: [KEY] }
      const before = sandbox.credentials
      const old = machine.process(optionsFor(sandbox, before, keys))
      const [payment] = await startPayments(old, "onchain", ["old"])
      sandbox.rotateSecret("onchain")
      const renewed = sandbox.credentials
      const same = machine.process(optionsFor(sandbox, renewed, keys))
      await startPayments(same, "onchain", ["renewed"])

      const other = sandbox.addAccount()
      const now = machine.process(optionsFor(sandbox, other, keys))
      sandbox.expireTokens()
      await sandbox.pay({ orderNo: payment!.id })

      expect(await now.service.orders.read(payment!)).toMatchObject({
        status: "paid",
      })
    })
  })

  describe("retained credentials are removed", () => {
    /** Whether a statement waits for a lock. */
    const waits = async (locktype: "relation" | "transactionid") =>
      await machine.db("pg_locks").where({ locktype, granted: false }).first()
    const age = async (days: number) => {
      const created_at = new Date(Date.now() - days * DAY_MS)
      await machine.db("stablecoin_payment").update({ created_at })
      await machine.db("stablecoin_account").update({ created_at })
    }

    it.each([
      ["onchain", "paid", 100, true],
      ["onchain", "cancelled", 100, true],
      ["onchain", "failed", 100, true],
      // No late money is expected any more.
      ["hosted", "abandoned", 100, true],
      ["onchain", "creating", 100, false],
      ["onchain", "pending", 100, false],
      ["hosted", "pending", 100, false],
      // The gateway can still be read about it.
      ["onchain", "abandoned", 100, false],
      ["hosted", "abandoned", 80, false],
      ["hosted", "failed", 80, false],
      ["onchain", "paid", 80, false],
    ] as const)(
      "once their last payment, %s and %s, was started %i days ago: %s",
      async (rail, status, days, isRemoved) => {
        const { now, payment } = await moved(machine, rail)
        await machine.db("stablecoin_payment").update({ status })
        await age(days)
        await machine
          .db("stablecoin_account")
          .update({ created_at: new Date(0) })

        expect(await now.service.accounts.purgeEnded(90 * DAY_MS)).toEqual(
          isRemoved ? [payment.account] : []
        )
        expect(await kept()).toHaveLength(isRemoved ? 0 : 1)
      }
    )

    it("but never those that payments are started with", async () => {
      const { old } = await moved(machine, "onchain")
      await machine.db("stablecoin_payment").delete()
      await age(100)
      expect(await old.service.accounts.purgeEnded(90 * DAY_MS)).toEqual([])
    })

    it("but not while a payment is being started", async () => {
      const { old, now, payment } = await moved(machine, "onchain")
      await machine.db("stablecoin_payment").update({ status: "paid" })
      await age(100)

      // The start has checked that its account is retained, and waits to insert
      // its row.
      const trx = await machine.db.transaction()
      const concurrent = {
        id: "stpay_concurrent",
        session_id: "payses_just_now",
      }
      await trx("stablecoin_payment").insert({ ...payment, ...concurrent })
      const starting = startPayments(old, "onchain", ["just_now"])
      await waitFor(
        "the start to wait",
        async () => await waits("transactionid")
      )
      const removed = await now.service.accounts.purgeEnded(90 * DAY_MS)
      await trx.rollback()
      await starting

      expect(removed).toEqual([])
      expect(await kept()).toMatchObject([{ key: payment.account }])
    })

    it("and retained again by a payment whose start finds them removed", async () => {
      const { old, now, payment } = await moved(machine, "onchain")
      await machine.db("stablecoin_payment").update({ status: "paid" })
      await age(100)
      const [before] = await kept()

      const trx = await machine.db.transaction()
      await trx.raw("LOCK TABLE stablecoin_payment IN EXCLUSIVE MODE")
      const starting = startPayments(old, "onchain", ["just_now"])
      await waitFor("the start to wait", async () => await waits("relation"))
      const removed = await now.service.accounts.purgeEnded(90 * DAY_MS)
      await trx.commit()
      const [started] = await starting

      expect(removed).toEqual([payment.account])
      const [again] = await kept()
      expect(again).toMatchObject({ key: payment.account })
      expect(again?.secrets).toMatch(/^v1\./)
      expect(again?.id).not.toBe(before?.id)
      expect(await now.service.orders.isReadable(started!)).toBe(true)
    })
  })
})
