import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../src/http-types"
import type { Payment, Rail } from "../../src/ledger"
import { RAILS } from "../../src/ledger"
import type { StablecoinOptions } from "../../src/modules/stablecoin"
import type { Sandbox } from "../../packages/sandbox/src"
import { acceptSigned } from "../setup/module/accept-webhook"
import { paidBody, pay, processWebhook } from "../setup/gateway/process-webhook"
import {
  bare,
  machineTest,
  optionsFor,
  type Process,
  startPayments,
  typed,
} from "../setup/module/processes"
import { waitFor } from "../../tools/harness/wait-for"

const encryptionKeys = [randomBytes(32).toString("base64")]
const DAY_MS = 24 * 60 * 60 * 1000
const REFUSED = { ok: false, reason: "unauthorized" }
const TAKEN = { ok: true, isProbe: false }

type Credentials = Sandbox["credentials"]

const secretOf = ({ hosted, onchain }: Credentials, rail: Rail) =>
  rail === "hosted" ? hosted.clientSecret : onchain.webhookSecret

machineTest((machine) => {
  const payment = async ({ id }: Payment) =>
    await machine.db("stablecoin_payment").where({ id }).first()
  const exceptions = async () =>
    await machine
      .db("stablecoin_exception")
      .select("kind", "reason", "key", "payment_id")
  const start = async (store: Process, rail: Rail, name: string) => {
    const [started] = await startPayments(store, rail, [name])
    return started!
  }

  /**
   * A store whose merchant has entered the sandbox's credentials in the admin.
   */
  async function shop() {
    const sandbox = await machine.sandbox()
    const store = machine.process(bare(sandbox, encryptionKeys))
    const save = async (change: AdminSettingsChange) =>
      await store.service.settings.save(change, "user_1")
    expect(await save(typed(sandbox.credentials))).toEqual({ saved: true })
    return { sandbox, store, save }
  }

  /**
   * The same store, after the hosted client secret was changed at the gateway
   * and in the admin.
   */
  async function rotated() {
    const { sandbox, store, save } = await shop()
    const old = sandbox.credentials.hosted.clientSecret
    const before = await start(store, "hosted", "before")
    const { clientSecret } = sandbox.rotateSecret("hosted").hosted
    await save({ hosted: { client_secret: clientSecret } })
    const after = await start(store, "hosted", "after")
    return { sandbox, store, save, old, before, after }
  }

  /** The same store, moved to another account in the admin. */
  async function moved(more: string[] = []) {
    const { sandbox, store, save } = await shop()
    const old = sandbox.credentials
    const add = [...more]
    if (add.length) {
      await save({ onchain: { webhook_secrets: { add } } })
    }
    const before = {
      hosted: await start(store, "hosted", "before_h"),
      onchain: await start(store, "onchain", "before_o"),
    }
    const now = sandbox.addAccount()
    expect(await save(typed(now))).toEqual({ saved: true })
    const after = {
      hosted: await start(store, "hosted", "after_h"),
      onchain: await start(store, "onchain", "after_o"),
    }
    return { sandbox, store, save, old, now, before, after }
  }

  describe("a hosted client secret that was replaced", () => {
    it("has its time of replacement also when the merchant enters it as replaced elsewhere", async () => {
      const { sandbox, store, save } = await shop()
      const leaked = "hosted_secret_replaced_elsewhere"
      const before = await start(store, "hosted", "before")
      await save({ hosted: { webhook_secrets: { add: [leaked] } } })
      const after = await start(store, "hosted", "after")

      expect(await pay(store, sandbox, after, leaked)).toMatchObject(REFUSED)
      expect(await pay(store, sandbox, before, leaked)).toMatchObject(TAKEN)
      expect(await payment(after)).toMatchObject({ status: "pending" })
    })

    it("confirms payments that were started before, and none since, also when the account changes later", async () => {
      const { sandbox, store, save, old, before, after } = await rotated()
      expect(await pay(store, sandbox, after, old)).toMatchObject(REFUSED)
      await save(typed(sandbox.addAccount()))

      expect(await pay(store, sandbox, after, old)).toMatchObject(REFUSED)
      expect(await pay(store, sandbox, before, old)).toMatchObject(TAKEN)

      expect(await payment(after)).toMatchObject({ status: "pending" })
      expect(await payment(before)).toMatchObject({ status: "paid" })
    })

    it("is dropped when the last payment from before has ended, and no sooner", async () => {
      const { sandbox, store, old, before } = await rotated()
      const kept = async () =>
        (await store.service.settings.describe()).hosted.webhook_secrets
      await store.service.accounts.purgeEnded(DAY_MS)
      expect(await kept()).toMatchObject([
        { current: false, replaced_at: expect.any(String) },
      ])

      await pay(store, sandbox, before, old)
      await store.service.accounts.purgeEnded(DAY_MS)

      expect(await kept()).toEqual([])
      expect(await store.service.settings.effective()).toMatchObject({
        hosted: { ok: true },
      })
    })

    it.each(["failed", "abandoned", "cancelled"])(
      "is kept for 90 days after the start of a payment that %s, which may be paid late",
      async (status) => {
        const { store, before } = await rotated()
        const kept = async () =>
          (await store.service.settings.describe()).hosted.webhook_secrets
            .length
        const ended = async (days: number) =>
          await machine
            .db("stablecoin_payment")
            .where({ id: before.id })
            .update({
              status,
              created_at: new Date(Date.now() - days * DAY_MS),
            })
        await ended(89)
        await store.service.accounts.purgeEnded(DAY_MS)
        expect(await kept()).toBe(1)

        await ended(91)
        await store.service.accounts.purgeEnded(DAY_MS)
        expect(await kept()).toBe(0)
      }
    )
  })

  describe("a secret that the config names as replaced", () => {
    /**
     * A store configured by its config alone, before and after a secret was
     * rotated at the gateway.
     */
    async function redeployed(rail: Rail) {
      const sandbox = await machine.sandbox()
      const old = secretOf(sandbox.credentials, rail)
      const former = machine.process(
        optionsFor(sandbox, sandbox.credentials, { encryptionKeys })
      )
      const before = await start(former, rail, "before")
      const replacedAt = new Date().toISOString()
      const now = sandbox.rotateSecret(rail === "hosted" ? "hosted" : "webhook")
      const { hosted, onchain } = optionsFor(sandbox, now)
      const secret = secretOf(now, rail)
      /** @param replaced the old secret, as the config names it */
      const deploy = (replaced: object | string) =>
        machine.process({
          ...optionsFor(sandbox, now, { encryptionKeys }),
          ...(rail === "hosted"
            ? { hosted: { ...hosted, previousClientSecrets: [replaced] } }
            : { onchain: { ...onchain, webhookSecrets: [secret, replaced] } }),
        } as StablecoinOptions)
      return { sandbox, old, secret, before, replacedAt, deploy }
    }

    it.each(RAILS)(
      "is shown with its time, and confirms payments that were started before, and none since, %s",
      async (rail) => {
        const { sandbox, old, secret, before, replacedAt, deploy } =
          await redeployed(rail)
        const store = deploy({ secret: old, replacedAt })
        const shown = (await store.service.settings.describe())[rail]
        expect(shown.webhook_secrets).toContainEqual(
          expect.objectContaining({
            source: "config",
            current: false,
            replaced_at: replacedAt,
          })
        )
        const after = await start(store, rail, "after")

        expect(await pay(store, sandbox, after, old)).toMatchObject(REFUSED)
        expect(await pay(store, sandbox, before, old)).toMatchObject(TAKEN)
        expect(await payment(after)).toMatchObject({ status: "pending" })
        expect(await payment(before)).toMatchObject({ status: "paid" })
        // The gateway may still use the old secret, so an exception informs the
        // merchant.
        await waitFor("an exception", async () => {
          const found = await exceptions()
          return found.length > 0 && found
        })
        expect(await exceptions()).toEqual([
          expect.objectContaining({
            kind: "webhook_problem",
            reason: "unverified",
            payment_id: after.id,
          }),
        ])

        expect(await pay(store, sandbox, after, secret)).toMatchObject(TAKEN)
        expect(await payment(after)).toMatchObject({ status: "paid" })
      }
    )
  })

  describe("a secret that was changed at the gateway before the store has it", () => {
    /** A paid payment, whose webhook was signed with the new secret. */
    async function refused(rail: Rail) {
      const { sandbox, store, save } = await shop()
      const of = await start(store, rail, "meanwhile")
      const now = sandbox.rotateSecret(rail === "hosted" ? "hosted" : "webhook")
      const secret = secretOf(now, rail)
      expect(await pay(store, sandbox, of, secret)).toMatchObject(REFUSED)
      const webhook = async () =>
        await machine
          .db("stablecoin_webhook_event")
          .where({ payment_id: of.id })
          .first()
      await waitFor("the webhook to be kept", webhook)
      const attempt = async () => {
        await machine
          .db("stablecoin_webhook_event")
          .whereNotNull("next_attempt_at")
          .update({ next_attempt_at: machine.db.fn.now() })
        await store.service.webhookEvents.processDue()
      }
      const enter = async () => {
        await save(
          rail === "hosted"
            ? { hosted: { client_secret: secret } }
            : { onchain: { webhook_secrets: { add: [secret] } } }
        )
        await store.service.repository.webhookEvents.retryUnverified()
      }
      return { sandbox, store, of, secret, webhook, attempt, enter }
    }

    it.each(RAILS)("loses no payment once it is entered, %s", async (rail) => {
      const { store, of, webhook, attempt, enter } = await refused(rail)
      await attempt()
      expect(await webhook()).toMatchObject({ status: "failed" })
      expect(await payment(of)).toMatchObject({ status: "pending" })

      await enter()
      await store.service.webhookEvents.processDue()

      expect(await payment(of)).toMatchObject({ status: "paid" })
      expect(await webhook()).toMatchObject({ status: "processed" })
      expect(await exceptions()).toEqual([])
    })

    it("loses no payment once the next start of the store has it in its config", async () => {
      const { sandbox, of, secret, attempt } = await refused("hosted")
      await attempt()

      const { hosted, ...others } = bare(sandbox, encryptionKeys)
      const { clientId } = sandbox.credentials.hosted
      const next = machine.process({
        ...others,
        hosted: { ...hosted, clientId, clientSecret: secret },
      })
      await next.service.webhooks.begin()
      await next.service.webhookEvents.processDue()

      expect(await payment(of)).toMatchObject({ status: "paid" })
    })

    it("opens one exception after about 9 minutes, which ends with the payment", async () => {
      const { store, of, attempt, enter } = await refused("hosted")
      const open = async () =>
        await machine
          .db("stablecoin_exception")
          .where({ status: "open" })
          .select("kind", "reason", "payment_id")
      for (let attempts = 1; attempts <= 7; attempts++) {
        await attempt()
      }
      expect(await open()).toEqual([])
      for (let attempts = 8; attempts <= 13; attempts++) {
        await attempt()
      }
      expect(await open()).toEqual([
        { kind: "webhook_problem", reason: "unverified", payment_id: of.id },
      ])

      await enter()
      await store.service.webhookEvents.processDue()

      expect(await payment(of)).toMatchObject({ status: "paid" })
      expect(await open()).toEqual([])
    })

    it("confirms the same webhook when the gateway sends it again", async () => {
      const { sandbox, store, of, secret, enter } = await refused("hosted")
      await enter()
      expect(await pay(store, sandbox, of, secret)).toMatchObject(TAKEN)
      expect(await payment(of)).toMatchObject({ status: "paid" })
    })

    it("keeps three webhooks of a payment, however many are forged", async () => {
      const { store, of, webhook } = await refused("hosted")
      await webhook()
      const { keepUnverified } = store.service.repository.webhookEvents
      for (let number = 0; number < 5; number++) {
        const body = Buffer.from(`{"number":${number}}`)
        await keepUnverified(of, {
          event: "payment.success",
          body,
          signature: "00",
        })
      }
      const [kept] = await machine
        .db("stablecoin_webhook_event")
        .where({ payment_id: of.id })
        .count()
      expect(kept).toEqual({ count: "3" })
    })
  })

  describe("after a move to another account in the admin", () => {
    it.each(RAILS)(
      "the former account's secret confirms its own payments, and no new one, %s",
      async (rail) => {
        const { sandbox, store, old, now, before, after } = await moved()

        expect(
          await pay(store, sandbox, after[rail], secretOf(old, rail))
        ).toMatchObject(REFUSED)
        expect(
          await pay(store, sandbox, before[rail], secretOf(old, rail))
        ).toMatchObject(TAKEN)
        expect(
          await pay(store, sandbox, after[rail], secretOf(now, rail))
        ).toMatchObject(TAKEN)

        expect(await payment(before[rail])).toMatchObject({ status: "paid" })
        expect(await payment(after[rail])).toMatchObject({ status: "paid" })
        expect(await exceptions()).toEqual([])
      }
    )

    it("the onchain rail starts no payment until a secret of the new account is entered", async () => {
      const { sandbox, store, save } = await shop()
      const { client_id, client_secret } = typed(sandbox.addAccount()).onchain!
      await save({ onchain: { client_id, client_secret } })

      await expect(start(store, "onchain", "too_soon")).rejects.toThrow(
        "onchain.webhookSecrets is missing"
      )
      const { onchain } = await store.service.settings.describe()
      expect(onchain.webhook_secrets).toMatchObject([
        { current: false, account: { client_id: expect.any(String) } },
      ])
      await save({
        onchain: { webhook_secrets: { add: ["whsec_of_new_one"] } },
      })
      await start(store, "onchain", "now")
    })

    it("an endpoint that both accounts share is entered for each, and confirms both", async () => {
      const { sandbox, store, old, save, before, after } = await moved()
      const shared = old.onchain.webhookSecret
      await save({ onchain: { webhook_secrets: { add: [shared] } } })

      for (const each of [before.onchain, after.onchain]) {
        expect(await pay(store, sandbox, each, shared)).toMatchObject(TAKEN)
        expect(await payment(each)).toMatchObject({ status: "paid" })
      }
    })
  })

  describe("a current secret", () => {
    it.each(RAILS)(
      "does not confirm a payment of a former account, %s, and one exception opens",
      async (rail) => {
        const { sandbox, store, now, before } = await moved()
        const of = before[rail]
        const secret = secretOf(now, rail)

        expect(await pay(store, sandbox, of, secret)).toMatchObject(TAKEN)
        expect(await pay(store, sandbox, of, secret)).toMatchObject(TAKEN)

        expect(await payment(of)).toMatchObject({ status: "pending" })
        expect(await exceptions()).toEqual([
          {
            kind: "webhook_problem",
            reason: "unverified",
            key: `${of.id}:webhook_problem.unverified`,
            payment_id: of.id,
          },
        ])
        const [webhookEvent] = await machine
          .db("stablecoin_webhook_event")
          .select("*")
        expect(webhookEvent).toMatchObject({ status: "ignored" })
      }
    )

    it("does not prevent the same body from being accepted with the right secret", async () => {
      const { sandbox, store, old, now, before } = await moved()
      const body = paidBody(sandbox, before.onchain)
      const sent = async (secret: string) =>
        await processWebhook(store, "onchain", body, secret)

      await sent(now.onchain.webhookSecret)
      await sent(old.onchain.webhookSecret)

      expect(await payment(before.onchain)).toMatchObject({ status: "paid" })
      expect(
        await machine.db("stablecoin_webhook_event").select("status")
      ).toEqual([{ status: "processed" }])
    })

    it("confirms events of other stores' orders, which are ignored", async () => {
      const { store, now } = await moved()
      const body = Buffer.from(
        JSON.stringify({
          event: "payment_order.created",
          data: { order_no: "another-shop-1" },
        })
      )
      expect(
        await processWebhook(store, "onchain", body, now.onchain.webhookSecret)
      ).toMatchObject(TAKEN)
    })

    it("is verified by one statement, for any number of accounts and replaced secrets", async () => {
      const { sandbox, store, now, after } = await moved()
      await pay(store, sandbox, after.onchain, now.onchain.webhookSecret)
      const body = paidBody(sandbox, after.onchain)
      const read: string[] = []
      store.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
      await store.service.settings.recent()
      read.length = 0
      await acceptSigned(store, "onchain", body, now.onchain.webhookSecret)
      expect(read).toEqual([
        expect.stringContaining("stablecoin_webhook_event"),
      ])
    })
  })

  it("rejects no genuine webhook permanently after a typing error in the config's address", async () => {
    const sandbox = await machine.sandbox()
    const options = optionsFor(sandbox, sandbox.credentials)
    const store = machine.process(options)
    const of = await start(store, "hosted", "one")
    const wrong = machine.process({
      ...options,
      hosted: { ...options.hosted, baseUrl: "ftp://gateway.example" },
    })
    const { clientSecret } = sandbox.credentials.hosted
    expect(await pay(wrong, sandbox, of, clientSecret)).toMatchObject({
      ok: false,
      reason: "unavailable",
    })
    expect(await pay(store, sandbox, of, clientSecret)).toMatchObject(TAKEN)
  })
})
