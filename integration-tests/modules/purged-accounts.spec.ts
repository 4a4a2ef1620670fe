import { randomBytes } from "node:crypto"
import type { Payment, Rail } from "../../src/ledger"
import { newPaymentId } from "../../src/modules/stablecoin/repository/payments/payments"
import type { Sandbox } from "../../src/sandbox"
import { processWebhook, paidBody } from "../setup/gateway/process-webhook"
import {
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { waitFor } from "../../harness/wait-for"

const encryptionKeys = [randomBytes(32).toString("base64")]
const DAY_MS = 24 * 60 * 60 * 1000
const REFUSED = { ok: false, reason: "unauthorized" }
const TAKEN = { ok: true, isProbe: false }

machineTest((machine) => {
  const payment = async ({ id }: Payment) =>
    await machine.db("stablecoin_payment").where({ id }).first()
  const exceptions = async () =>
    await machine
      .db("stablecoin_exception")
      .select("kind", "reason", "key", "payment_id")
  /** The exceptions, once there is one: a rejection does not wait for it. */
  const opened = async () =>
    await waitFor("an exception", async () => {
      const found = await exceptions()
      return found.length > 0 && found
    })
  const age = async (days: number) => {
    const created_at = new Date(Date.now() - days * DAY_MS)
    await machine.db("stablecoin_payment").update({ created_at })
    await machine.db("stablecoin_account").update({ created_at })
  }
  const start = async (store: Process, rail: Rail, name: string) => {
    const [started] = await startPayments(store, rail, [name])
    return started!
  }
  const pay = async (
    store: Process,
    sandbox: Sandbox,
    of: Payment,
    secret: string
  ) => await processWebhook(store, of.rail, paidBody(sandbox, of), secret)

  describe("when the account of a payment is removed", () => {
    /** A started payment whose account is then removed from the store. */
    async function removedAccount() {
      const sandbox = await machine.sandbox()
      const before = sandbox.credentials
      const after = sandbox.addAccount()
      const old = machine.process(
        optionsFor(sandbox, before, { encryptionKeys })
      )
      const of = await start(old, "hosted", "old")
      const other = await start(old, "hosted", "other")
      await machine.db("stablecoin_account").delete()
      const store = machine.process(
        optionsFor(sandbox, after, { encryptionKeys })
      )
      const late = async (secret = before.hosted.clientSecret) =>
        await pay(store, sandbox, of, secret)
      /**
       * Sends a webhook of the other payment. Resolves when its exception
       * exists.
       */
      const lateOther = async () => {
        await pay(store, sandbox, other, before.hosted.clientSecret)
        await waitFor("the other's exception", async () =>
          (await exceptions()).some(({ payment_id }) => payment_id === other.id)
        )
      }
      /** The same webhook with another order number. */
      const forged = async (order_no: string) => {
        const event = JSON.parse(paidBody(sandbox, of).toString("utf8"))
        const payload = { ...event.payload, order_no, metadata: {} }
        const body = Buffer.from(JSON.stringify({ ...event, payload }))
        return await processWebhook(store, "hosted", body, "guessed")
      }
      return { after, store, of, other, late, lateOther, forged }
    }

    it("a webhook that names it is rejected, and one exception opens", async () => {
      const { of, late, store } = await removedAccount()
      for (let time = 0; time < 3; time += 1) {
        expect(await late()).toMatchObject(REFUSED)
      }
      expect(await opened()).toEqual([
        {
          kind: "webhook_problem",
          reason: "unverified",
          key: `${of.id}:webhook_problem.unverified`,
          payment_id: of.id,
        },
      ])
      expect(await payment(of)).toMatchObject({ status: "pending" })
      expect(store.warnings).toEqual([])
    })

    it("the current secret does not confirm it either", async () => {
      const { of, late, after } = await removedAccount()
      expect(await late(after.hosted.clientSecret)).toMatchObject(TAKEN)
      expect(await payment(of)).toMatchObject({ status: "pending" })
      expect(await exceptions()).toHaveLength(1)
    })

    it("made-up order numbers don't hide a webhook about a payment of ours", async () => {
      const { of, store, late, forged } = await removedAccount()
      const read: string[] = []
      store.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
      const startedAt = performance.now()

      const answers = await Promise.all([
        ...Array.from({ length: 30 }, () => forged(newPaymentId())),
        late(),
        ...Array.from({ length: 30 }, () => forged(newPaymentId())),
      ])

      for (const answer of answers) {
        expect(answer).toMatchObject(REFUSED)
      }
      expect(await opened()).toMatchObject([{ payment_id: of.id }])
      const seconds = (performance.now() - startedAt) / 1_000
      expect(
        read.filter((sql) => /from "stablecoin_payment"/.test(sql)).length
      ).toBeLessThanOrEqual(2 + Math.floor(seconds))
    })

    it("many webhooks about one payment cost one exception, and little more", async () => {
      const { store, late, lateOther } = await removedAccount()
      await late()
      await opened()
      const read: string[] = []
      store.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
      const startedAt = performance.now()
      for (let time = 0; time < 20; time += 1) {
        expect(await late()).toMatchObject(REFUSED)
      }
      // A later webhook was looked up, so none of the earlier ones is pending.
      await lateOther()

      expect(await exceptions()).toHaveLength(2)
      const seconds = 1 + Math.floor((performance.now() - startedAt) / 1_000)
      // Each second reads once, and writes about each payment once.
      expect(
        read.filter((sql) => /"stablecoin_(payment|exception)"/.test(sql))
          .length
      ).toBeLessThanOrEqual(3 * seconds)
    })

    it("a paid payment opens no exception", async () => {
      const { of, other, late, lateOther } = await removedAccount()
      await machine
        .db("stablecoin_payment")
        .where({ id: of.id })
        .update({ status: "paid" })
      expect(await late()).toMatchObject(REFUSED)
      await lateOther()
      expect(await exceptions()).toMatchObject([{ payment_id: other.id }])
    })

    it.each(["failed", "abandoned"])(
      "it stays while a hosted payment that %s is younger than 90 days, for any webhook retention",
      async (status) => {
        const sandbox = await machine.sandbox()
        const old = machine.process(
          optionsFor(sandbox, sandbox.credentials, { encryptionKeys })
        )
        const of = await start(old, "hosted", "old")
        await machine.db("stablecoin_payment").update({ status })
        const store = machine.process(
          optionsFor(sandbox, sandbox.addAccount(), { encryptionKeys })
        )
        await age(89)
        await store.service.accounts.purgeEnded(DAY_MS)
        expect(await machine.db("stablecoin_account").select("key")).toEqual([
          { key: of.account },
        ])

        await age(91)
        expect(await store.service.accounts.purgeEnded(DAY_MS)).toEqual([
          of.account,
        ])
      }
    )
  })
})
