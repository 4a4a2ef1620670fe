import { randomBytes } from "node:crypto"
import type { AdminSettingsChange } from "../../src/http-types"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { waitFor } from "../../tools/harness/wait-for"
import { acceptSigned, paidBody, paidBy } from "../setup/module/accept-webhook"
import {
  bare,
  machineTest,
  optionsFor,
  type Process,
  startPayments,
} from "../setup/module/processes"
import { withRule } from "../setup/module/test-ledger"
import { typed } from "../../tools/harness/gateway/typed"

const newKey = () => randomBytes(32).toString("base64")
const KEY = newKey()
const BY = "user_1"

/** Sends a self-made webhook. @returns how the process judges it */
async function deliver(
  { service }: Process,
  secret: string,
  rail: "hosted" | "onchain" = "onchain"
) {
  const reference = { order_no: "stpay_unknown" }
  const body = Buffer.from(
    JSON.stringify({
      event:
        rail === "hosted" ? "transaction.created" : "payment_order.created",
      [rail === "hosted" ? "payload" : "data"]: {
        ...reference,
        nonce: randomBytes(8).toString("hex"),
      },
    })
  )
  return await acceptSigned({ service }, rail, body, secret)
}

const save = async (
  { service }: Process,
  change: AdminSettingsChange & { version?: string }
) => await service.settings.save(change, BY)

machineTest((machine) => {
  const rows = () => machine.db("stablecoin_setting").select("*")
  const changes = () =>
    machine.db("stablecoin_setting_change").select("*").orderBy("created_at")

  /** Two processes of a store, which an admin sets up at the first one. */
  async function store(encryptionKeys = [KEY]) {
    const sandbox = await machine.sandbox()
    const options = bare(sandbox, encryptionKeys)
    const one = machine.process(options)
    const other = machine.process(options)
    expect(await save(one, typed(sandbox.credentials))).toEqual({ saved: true })
    return { sandbox, options, one, other }
  }

  describe("settings saved in one process", () => {
    it("apply to the next payment that the other starts", async () => {
      const { sandbox, one, other } = await store()
      await startPayments(other, "hosted", ["a"])
      await startPayments(other, "onchain", ["b"])
      await save(one, { onchain: { chains: ["BSC"] } })
      const [payment] = await startPayments(other, "onchain", ["c"])
      expect(payment).toMatchObject({ chain: "BSC" })

      const account = sandbox.addAccount()
      await save(one, typed(account))
      const [moved] = await startPayments(other, "onchain", ["d"])
      expect(moved?.account).not.toBe(payment?.account)
    })

    it("verify the next webhook in the other, though it has just verified one without them", async () => {
      const { sandbox, one, other } = await store()
      const { webhookSecret } = sandbox.credentials.onchain
      expect(await deliver(other, webhookSecret)).toMatchObject({ ok: true })
      await save(one, {
        onchain: { webhook_secrets: { add: ["whsec_second"] } },
      })
      expect(await deliver(other, "whsec_second")).toMatchObject({ ok: true })
      expect(await deliver(other, "whsec_guessed")).toMatchObject({
        ok: false,
        reason: "unauthorized",
      })
    })

    it("are those of one admin when ten save concurrently, and the others get an error", async () => {
      const { one, other } = await store()
      const { version } = await one.service.settings.describe()
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          save(index % 2 ? one : other, {
            version,
            general: { item_name: `Item ${index}`, pending_ttl: 300 + index },
          })
        )
      )
      const winner = outcomes.findIndex(({ saved }) => saved)
      expect(outcomes.filter(({ saved }) => saved)).toHaveLength(1)
      expect(await other.service.settings.effective()).toMatchObject({
        general: {
          value: { itemName: `Item ${winner}`, pendingTtl: 300 + winner },
        },
      })
      expect(await changes()).toHaveLength(2)
    })
  })

  it("an account that was replaced is entered again, in any order of keys", async () => {
    const { sandbox, one, other } = await store()
    const first = typed(sandbox.credentials)
    const second = typed(sandbox.addAccount())
    for (const account of [second, first, second, first]) {
      expect(await save(one, account)).toEqual({ saved: true })
      const { accounts, retained } = await other.service.settings.effective()
      expect(accounts.hosted?.clientId).toBe(account.hosted?.client_id)
      expect(retained).toHaveLength(2)
    }
  })

  describe("a removed webhook secret", () => {
    const replaceSecret = async (process: Process) => {
      const { onchain } = await process.service.settings.describe()
      const remove = [String(onchain.webhook_secrets[0]?.id)]
      const webhook_secrets = { add: ["whsec_second"], remove }
      await save(process, { onchain: { webhook_secrets } })
    }

    it("verifies nothing after a second", async () => {
      const { sandbox, one, other } = await store()
      const { webhookSecret } = sandbox.credentials.onchain
      await deliver(other, webhookSecret)
      await replaceSecret(one)
      expect(await deliver(one, webhookSecret)).toMatchObject({ ok: false })
      await waitFor(
        "the other process to refuse it",
        async () => !(await deliver(other, webhookSecret)).ok,
        { timeoutMs: 1_000 }
      )
    })

    it("does not return with its account's payments after a change of accounts", async () => {
      const { sandbox, one } = await store()
      const { webhookSecret } = sandbox.credentials.onchain
      const [payment] = await startPayments(one, "onchain", ["old"])
      await replaceSecret(one)
      await one.service.settings.refresh()
      const other = typed(sandbox.addAccount()).onchain
      await save(one, { onchain: other })
      const body = paidBody(sandbox, payment!)
      const verdict = (secret: string) =>
        acceptSigned(one, "onchain", body, secret)
      expect(await verdict(webhookSecret)).toMatchObject({ ok: false })
      expect(await verdict("whsec_second")).toMatchObject({ ok: true })
    })
  })

  describe("the stored settings", () => {
    it("contain nothing of a change that fails halfway", async () => {
      const { one } = await store()
      const before = JSON.stringify(await rows())
      const rule = {
        table: "stablecoin_setting_change",
        rule: "fields[1] <> 'general.item_name'",
      }
      await withRule(machine, rule, async () => {
        await expect(
          save(one, { general: { item_name: "Shoes" } })
        ).rejects.toThrow("PostgreSQL answered")
      })
      expect(JSON.stringify(await rows())).toBe(before)
    })

    it("are encrypted with the new key by the job, with those of former accounts, and the old key can be removed", async () => {
      const { sandbox, one } = await store()
      const [payment] = await startPayments(one, "onchain", ["old"])
      await save(one, typed(sandbox.addAccount()))
      const saved = (await changes()).length
      const second = newKey()
      const rotating = machine.process(bare(sandbox, [second, KEY]))
      const oldKeys = async () =>
        (await rotating.service.health.storedSecrets()).old_keys
      expect(await oldKeys()).toEqual([{ id: expect.any(String), count: 4 }])
      await Promise.all([
        rotating.service.settings.refresh(),
        one.service.settings.refresh(),
      ])
      expect(await oldKeys()).toEqual([])
      const now = machine.process(bare(sandbox, [second]))
      expect(await now.service.settings.effective()).toMatchObject({
        hosted: { ok: true },
        onchain: { ok: true },
      })
      expect(await now.service.orders.isReadable(payment!)).toBe(true)
      const without = machine.process(bare(sandbox, [KEY]))
      expect(await without.service.orders.isReadable(payment!)).toBe(false)
      const { unreadable } = await without.service.health.storedSecrets()
      expect(unreadable).toContain(payment!.account)
      // Not a change by an admin: an open form can still be saved.
      expect(await changes()).toHaveLength(saved)
    })

    it("are not overwritten by a refresh that had read them before an admin's change", async () => {
      const { sandbox, one } = await store()
      const { settings, accounts } = repositoryOf(machine.db)
      const { rows: before } = await settings.read()
      const seen = before.accounts.find(({ rail }) => rail === "hosted")!
      const client_secret = sandbox.rotateSecret("hosted").hosted.clientSecret
      await save(one, { hosted: { client_secret } })

      await accounts.reseal(seen, String(seen.secrets))

      expect(await one.service.settings.effective()).toMatchObject({
        hosted: { value: { clientSecret: client_secret } },
      })
    })
  })

  describe("while a secret of a rail can't be decrypted", () => {
    const genuine = { ok: true }
    const later = { ok: false, reason: "unavailable" }

    it("a webhook that it may have signed is to be resent, and others are accepted", async () => {
      const { sandbox, one } = await store()
      const { webhookSecret } = sandbox.credentials.onchain
      const second = newKey()
      const without = machine.process(bare(sandbox, [second]))
      expect(await deliver(without, webhookSecret)).toMatchObject(later)
      expect(await deliver(one, webhookSecret)).toMatchObject(genuine)

      const added = "whsec_second_one"
      const webhook_secrets = { add: [added] }
      expect(
        await save(without, { onchain: { webhook_secrets } })
      ).toMatchObject({
        errors: [{ message: expect.stringContaining("can't be read") }],
      })
      const { client_secret } = typed(sandbox.credentials).onchain!
      await save(without, { onchain: { client_secret, webhook_secrets } })
      expect(await deliver(without, added)).toMatchObject(genuine)
      expect(await deliver(one, added)).toMatchObject(later)
      const unsigned = await one.service.webhookAcceptor.accept({
        rail: "onchain",
        body: Buffer.from("{}"),
        header: () => undefined,
      })
      expect(unsigned).toMatchObject({ reason: "unavailable" })
      expect(await deliver(without, "whsec_guessed")).toMatchObject({
        reason: "unauthorized",
      })
    })

    it("so is one that may be signed with a hosted client secret, or a former account's", async () => {
      const { sandbox, one } = await store()
      const first = sandbox.credentials.hosted.clientSecret
      const [payment] = await startPayments(one, "hosted", ["old"])
      const without = machine.process({
        ...bare(sandbox, [newKey()]),
        hosted: {
          baseUrl: sandbox.urls.merchant,
          previousClientSecrets: [
            { secret: "of-the-config-1", replacedAt: "2025-11-01T00:00:00Z" },
          ],
        },
      })
      expect(await deliver(without, first, "hosted")).toMatchObject(later)

      const { clientId, clientSecret } = sandbox.addAccount().hosted
      const moved = machine.process(
        optionsFor(
          sandbox,
          { ...sandbox.credentials, hosted: { clientId, clientSecret } },
          { encryptionKeys: [newKey()] }
        )
      )
      expect(await paidBy(moved, sandbox, payment!, first)).toMatchObject(later)
    })
  })

  describe("while the database can't be read", () => {
    it("no payment is started with other credentials, and no webhook is rejected as forged", async () => {
      const { sandbox } = await store()
      const process = machine.process(
        optionsFor(sandbox, sandbox.credentials, { encryptionKeys: [KEY] })
      )
      await machine.db.schema.renameTable("stablecoin_setting", "out_of_reach")
      try {
        await expect(process.service.settings.effective()).rejects.toThrow()
        await expect(deliver(process, "whsec_unknown")).rejects.toThrow()
      } finally {
        await machine.db.schema.renameTable(
          "out_of_reach",
          "stablecoin_setting"
        )
      }
      expect(sandbox.requests({ endpoint: "create" })).toEqual([])
    })
  })

  describe("the mode that a connection test has found", () => {
    it("is only logged when it can't be written", async () => {
      const { one } = await store()
      const { accounts } = await one.service.settings.effective()
      const rule = "mode <> 'special'"
      await withRule(machine, { table: "stablecoin_account", rule }, () =>
        one.service.accounts.storeMode(accounts.onchain!, {
          mode: "special",
          sandbox: true,
        })
      )
      expect(one.warnings).toEqual([
        expect.stringContaining("could not be noted"),
      ])
    })
  })

  describe("before credentials are saved, the gateway is called", () => {
    it.each(["at once", "in two steps"])(
      "and so does a move from live to test, which would capture simulated money: %s",
      async (how) => {
        const sandbox = await machine.sandbox()
        const one = machine.process(bare(sandbox, [KEY]))
        const live = typed(sandbox.addAccount({ mode: "live" }))
        expect(await save(one, live)).toEqual({ saved: true })
        const test = typed(sandbox.addAccount())
        for (const rail of ["hosted", "onchain"] as const) {
          if (how === "in two steps") {
            const client = { client_id: null, client_secret: null }
            expect(await save(one, { [rail]: client })).toEqual({ saved: true })
          }
          const change = { [rail]: test[rail] }
          for (const confirm of [[], ["live" as const]]) {
            expect(await save(one, { ...change, confirm })).toMatchObject({
              refused: "warned",
              code: "test",
              rail,
              test: { ok: true, mode: "test" },
            })
          }
          expect(await save(one, { ...change, confirm: ["test"] })).toEqual({
            saved: true,
          })
          expect(await save(one, change)).toEqual({ saved: true })
        }
        const [last] = (await changes()).slice(-1)
        expect(last?.fields).toContain("confirmed:test")
      }
    )

    it.each([
      [
        "with the new client id, and then its secret",
        (client_id: string) => ({ client_id, client_secret: null }),
      ],
      [
        "without any, and then both",
        () => ({ client_id: null, client_secret: null }),
      ],
    ])("and no detour avoids it: %s", async (_, detour) => {
      const { sandbox, one } = await store()
      const { hosted, onchain } = sandbox.addAccount({ mode: "live" })
      for (const [rail, { clientId, clientSecret }] of [
        ["hosted", hosted],
        ["onchain", onchain],
      ] as const) {
        expect(await save(one, { [rail]: detour(clientId) })).toEqual({
          saved: true,
        })
        const whole = {
          [rail]: { client_id: clientId, client_secret: clientSecret },
        }
        for (const confirm of [[], ["unverified" as const]]) {
          expect(await save(one, { ...whole, confirm })).toMatchObject({
            refused: "warned",
            code: "live",
            rail,
          })
        }
      }
    })

    it("and the history shows who confirmed a warning", async () => {
      const { sandbox, one } = await store()
      const live = typed(sandbox.addAccount({ mode: "live" })).hosted
      const confirm: AdminSettingsChange["confirm"] = ["live", "unverified"]
      await save(one, { hosted: live, confirm })
      await save(one, { hosted: { client_secret: "wrong-secret-1" }, confirm })
      await save(one, { general: { item_name: "Shoes" }, confirm })
      const [, ...seen] = await changes()
      expect(
        seen.map(({ fields }) =>
          fields.filter((field: string) => field.startsWith("confirmed:"))
        )
      ).toEqual([["confirmed:live"], ["confirmed:unverified"], []])
    })

    it("but not when the credentials are unchanged", async () => {
      const { sandbox, one } = await store()
      const before = sandbox.requests().length
      await save(one, { onchain: { chains: ["BSC"] } })
      await save(one, typed(sandbox.credentials))
      expect(sandbox.requests()).toHaveLength(before)
    })
  })
})
