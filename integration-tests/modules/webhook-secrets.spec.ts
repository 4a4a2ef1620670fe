import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../src/http-types"
import type { Payment, Rail } from "../../src/ledger"
import { RAILS } from "../../src/ledger"
import type { Sandbox } from "../../packages/sandbox/src"
import {
  acceptSigned,
  paidBody,
  pay,
  processWebhook,
} from "../setup/module/accept-webhook"
import {
  bare,
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { waitFor } from "../../tools/harness/wait-for"
import { typed } from "../../tools/harness/gateway/typed"

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
      expect(await store.service.settings.save(change, "user_1")).toEqual({
        saved: true,
      })
    await save(typed(sandbox.credentials))
    return { sandbox, store, save }
  }

  /** A store with payments from before and after a change of its secrets. */
  type Changed = {
    sandbox: Sandbox
    store: Process
    before: Payment
    after: Payment
    /** The secret from before the change, and the current one. */
    old: string
    now: string
  }
  /**
   * The same store, before and after a change in the admin, which takes over
   * credentials of the gateway.
   */
  async function changed(
    rail: Rail,
    change: (of: Awaited<ReturnType<typeof shop>>) => Promise<Credentials>
  ): Promise<Changed> {
    const of = await shop()
    const { sandbox, store } = of
    const old = secretOf(sandbox.credentials, rail)
    const before = await start(store, rail, "before")
    const now = secretOf(await change(of), rail)
    const after = await start(store, rail, "after")
    return { sandbox, store, before, after, old, now }
  }
  const rotated = async (rail: Rail = "hosted") =>
    await changed(rail, async ({ sandbox, save }) => {
      const credentials = sandbox.rotateSecret("hosted")
      const client_secret = credentials.hosted.clientSecret
      await save({ hosted: { client_secret } })
      return credentials
    })
  const moved = async (rail: Rail, isShared = false) =>
    await changed(rail, async ({ sandbox, save }) => {
      const add = [secretOf(sandbox.credentials, rail)]
      const account = sandbox.addAccount()
      await save(typed(account))
      if (isShared) {
        await save({ onchain: { webhook_secrets: { add } } })
      }
      return account
    })

  /**
   * A store configured by its config alone, before and after its account was
   * changed at the gateway.
   */
  async function redeployed(
    rail: Rail,
    change: (sandbox: Sandbox) => Promise<Credentials>,
    changesOf: (now: string, old: object) => object
  ): Promise<Changed & { other: Payment }> {
    const sandbox = await machine.sandbox()
    const old = secretOf(sandbox.credentials, rail)
    const options = (credentials: Credentials) =>
      optionsFor(sandbox, credentials, { encryptionKeys })
    const former = machine.process(options(sandbox.credentials))
    const before = await start(former, rail, "before")
    const other = await start(former, rail, "other")
    const replaced = { secret: old, replacedAt: new Date().toISOString() }
    const credentials = await change(sandbox)
    const now = secretOf(credentials, rail)
    const given = options(credentials)
    const store = machine.process({
      ...given,
      [rail]: { ...given[rail], ...changesOf(now, replaced) },
    })
    const after = await start(store, rail, "after")
    return { sandbox, store, before, other, after, old, now }
  }

  const CHANGES: Record<string, (rail: Rail) => Promise<Changed>> = {
    "was replaced in the admin, before its account": async (rail) => {
      const of = await rotated(rail)
      const account = typed(of.sandbox.addAccount())
      await of.store.service.settings.save(account, "user_1")
      return of
    },
    "was entered as replaced elsewhere": async (rail) => {
      const leaked = "hosted_secret_replaced_elsewhere"
      const of = await changed(rail, async ({ sandbox, save }) => {
        await save({ hosted: { webhook_secrets: { add: [leaked] } } })
        return sandbox.credentials
      })
      return { ...of, old: leaked }
    },
    "was replaced in the config": async (rail) =>
      await redeployed(
        rail,
        async (sandbox) =>
          sandbox.rotateSecret(rail === "hosted" ? "hosted" : "webhook"),
        (now, old) =>
          rail === "hosted"
            ? { previousClientSecrets: [old] }
            : { webhookSecrets: [now, old] }
      ),
    "is of the former account": async (rail) => await moved(rail),
    "is of an endpoint that both accounts share": async (rail) => {
      const of = await moved(rail, true)
      return { ...of, now: of.old }
    },
    "is of an account that was removed": async (rail) => await removed(rail),
  }
  const removed = async (rail: Rail) =>
    await redeployed(
      rail,
      async (sandbox) => {
        await machine.db("stablecoin_account").delete()
        return sandbox.addAccount()
      },
      () => ({})
    )
  const [REPLACED, MOVED] = [
    "was replaced in the config",
    "is of the former account",
  ]
  const OLD = ["after by old: refused", "before by old: paid"]
  const ALL = [...OLD, "after by now: paid"]
  // The current secret confirms no payment of a former account.
  const NOW = ["before by now: ignored", "before by now: ignored"]
  const GONE = ["before by old: refused", "before by old: refused", NOW[0]!]
  const SHARED = ["before by now: paid", "after by now: paid"]

  // Where the gateway still uses an old secret, an exception says so.
  it.each<
    [
      Rail,
      change: string,
      verdicts: string[],
      unverified: "before" | "after" | null,
    ]
  >([
    ["hosted", "was replaced in the admin, before its account", OLD, "after"],
    ["hosted", "was entered as replaced elsewhere", OLD, "after"],
    ["hosted", REPLACED, OLD, "after"],
    ["onchain", REPLACED, OLD, "after"],
    ["onchain", REPLACED, ALL, null],
    ["hosted", MOVED, ALL, null],
    ["onchain", MOVED, ALL, null],
    ["hosted", MOVED, NOW, "before"],
    ["onchain", MOVED, NOW, "before"],
    ["onchain", "is of an endpoint that both accounts share", SHARED, null],
    ["hosted", "is of an account that was removed", GONE, "before"],
  ])(
    "a webhook secret, %s, that %s: %j",
    async (rail, change, verdicts, unverified) => {
      const of = await CHANGES[change]!(rail)
      for (const verdict of verdicts) {
        const [, name, secret] = /^(\w+) by (\w+)/.exec(verdict) as unknown as [
          string,
          "before" | "after",
          "old" | "now",
        ]
        const taken = await pay(of.store, of.sandbox, of[name], of[secret])
        const { status } = await payment(of[name])
        const judged = status === "paid" ? "paid" : "ignored"
        expect(`${name} by ${secret}: ${taken.ok ? judged : "refused"}`).toBe(
          verdict
        )
      }
      const opened = unverified ? [of[unverified].id] : []
      // A rejection does not wait for its exception.
      await waitFor(
        "the exceptions",
        async () => (await exceptions()).length >= opened.length
      )
      expect(await exceptions()).toEqual(
        opened.map((id) => ({
          kind: "webhook_problem",
          reason: "unverified",
          key: `${id}:webhook_problem.unverified`,
          payment_id: id,
        }))
      )
    }
  )

  it.each(RAILS)(
    "a secret that the config names as replaced is shown with its time, %s",
    async (rail) => {
      const { store } = await CHANGES[REPLACED]!(rail)
      const shown = (await store.service.settings.describe())[rail]
      expect(shown.webhook_secrets).toContainEqual(
        expect.objectContaining({
          source: "config",
          current: false,
          replaced_at: expect.any(String),
        })
      )
    }
  )

  it("a paid payment of an account that was removed opens no exception", async () => {
    const of = await removed("hosted")
    const { id } = of.before
    await machine
      .db("stablecoin_payment")
      .where({ id })
      .update({ status: "paid" })
    const late = await pay(of.store, of.sandbox, of.before, of.old)
    expect(late).toMatchObject(REFUSED)
    await pay(of.store, of.sandbox, of.other, of.old)
    await waitFor("the other's exception", async () => (await exceptions())[0])
    expect(await exceptions()).toMatchObject([{ payment_id: of.other.id }])
  })

  describe("a hosted client secret that was replaced", () => {
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

  describe("after a move to another account", () => {
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

    it("does not prevent the same body from being accepted with the right secret", async () => {
      const { sandbox, store, old, now, before } = await moved("onchain")
      const body = paidBody(sandbox, before)
      const sent = async (secret: string) =>
        await processWebhook(store, "onchain", body, secret)

      await sent(now)
      await sent(old)

      expect(await payment(before)).toMatchObject({ status: "paid" })
      expect(
        await machine.db("stablecoin_webhook_event").select("status")
      ).toEqual([{ status: "processed" }])
    })

    it("confirms events of other stores' orders, which are ignored", async () => {
      const { store, now } = await moved("onchain")
      const body = Buffer.from(
        JSON.stringify({
          event: "payment_order.created",
          data: { order_no: "another-shop-1" },
        })
      )
      expect(await processWebhook(store, "onchain", body, now)).toMatchObject(
        TAKEN
      )
    })

    it("is verified by one statement, for any number of accounts and replaced secrets", async () => {
      const { sandbox, store, now, after } = await moved("onchain")
      await pay(store, sandbox, after, now)
      const body = paidBody(sandbox, after)
      const read: string[] = []
      store.db.on("query", ({ sql }: { sql: string }) => read.push(sql))
      await store.service.settings.recent()
      read.length = 0
      await acceptSigned(store, "onchain", body, now)
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
