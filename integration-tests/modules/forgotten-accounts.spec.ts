import { randomBytes } from "node:crypto"
import type { Payment, Rail } from "../../src/ledger"
import type { Sandbox } from "../../src/sandbox"
import { driveWebhook, paidBody } from "../setup/drive-webhook"
import {
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module-processes"

jest.setTimeout(60_000)

const encryptionKeys = [randomBytes(32).toString("base64")]
const DAY_MS = 24 * 60 * 60 * 1000
const REFUSED = { ok: false, reason: "unauthorized" }
const TAKEN = { ok: true, isProbe: false }

machineTest((machine) => {
  const payment = async ({ id }: Payment) =>
    await machine.db("stablecoin_payment").where({ id }).first()
  const exceptions = async () =>
    await machine.db("stablecoin_exception").select("kind", "key", "payment_id")
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
  ) => await driveWebhook(store, of.rail, paidBody(sandbox, of), secret)

  describe("when the account of a payment is forgotten", () => {
    /** A payment that is started, and its account then removed from the store. */
    async function forgotten() {
      const sandbox = await machine.sandbox()
      const before = sandbox.credentials
      const after = sandbox.addAccount()
      const old = machine.process(
        optionsFor(sandbox, before, { encryptionKeys })
      )
      const of = await start(old, "hosted", "old")
      await machine.db("stablecoin_account").delete()
      const store = machine.process(
        optionsFor(sandbox, after, { encryptionKeys })
      )
      const late = async (secret = before.hosted.clientSecret) =>
        await pay(store, sandbox, of, secret)
      return { sandbox, before, after, store, of, late }
    }

    it("a webhook that names it is rejected, and the merchant told once", async () => {
      const { of, late, store } = await forgotten()
      for (let time = 0; time < 3; time += 1) {
        expect(await late()).toMatchObject(REFUSED)
      }
      expect(await exceptions()).toEqual([
        {
          kind: "unverified_webhook",
          key: `${of.id}:unverified_webhook`,
          payment_id: of.id,
        },
      ])
      expect(await payment(of)).toMatchObject({ status: "pending" })
      expect(store.warnings).toEqual([])
    })

    it("the secret in force does not confirm it either", async () => {
      const { of, late, after } = await forgotten()
      expect(await late(after.hosted.clientSecret)).toMatchObject(TAKEN)
      expect(await payment(of)).toMatchObject({ status: "pending" })
      expect(await exceptions()).toHaveLength(1)
    })

    it("strangers who know order numbers cost five look-ups a minute, and no more", async () => {
      const { sandbox, of, store } = await forgotten()
      const asked: string[] = []
      store.db.on("query", ({ sql }: { sql: string }) => asked.push(sql))
      const event = JSON.parse(paidBody(sandbox, of).toString("utf8"))
      for (let number = 0; number < 30; number += 1) {
        event.payload.order_no = `stpay_guess${number}`
        event.payload.metadata = {}
        const body = Buffer.from(JSON.stringify(event))
        expect(
          await driveWebhook(store, "hosted", body, "guessed")
        ).toMatchObject(REFUSED)
      }
      expect(
        asked.filter((sql) => /from "stablecoin_payment"/.test(sql))
      ).toHaveLength(5)
      expect(await exceptions()).toEqual([])
    })

    it("a payment that is paid already is not asked about", async () => {
      const { of, late } = await forgotten()
      await machine
        .db("stablecoin_payment")
        .where({ id: of.id })
        .update({ status: "paid" })
      expect(await late()).toMatchObject(REFUSED)
      expect(await exceptions()).toEqual([])
    })

    it.each(["failed", "abandoned"])(
      "it was not while a hosted payment that %s was younger than 90 days, however short webhooks are kept",
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
        await store.service.accounts.forgetEnded(DAY_MS)
        expect(await machine.db("stablecoin_account").select("key")).toEqual([
          { key: of.account },
        ])

        await age(91)
        expect(await store.service.accounts.forgetEnded(DAY_MS)).toEqual([
          of.account,
        ])
      }
    )
  })
})
