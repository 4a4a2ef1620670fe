import { randomBytes } from "node:crypto"
import type { Payment, Rail } from "../../src/ledger"
import { paidBody, pay, processWebhook } from "../setup/gateway/process-webhook"
import {
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { waitFor } from "../../tools/harness/wait-for"

const encryptionKeys = [randomBytes(32).toString("base64")]
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
  const start = async (store: Process, rail: Rail, name: string) => {
    const [started] = await startPayments(store, rail, [name])
    return started!
  }

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
  })
})
