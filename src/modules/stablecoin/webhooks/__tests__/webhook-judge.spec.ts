import { RAILS } from "../../../../ledger"
import { AdminSettings } from "../../settings/admin-settings"
import { RetainedAccounts } from "../../settings/retained-accounts"
import type { IncomingWebhook } from "../accept-webhook"
import { WebhookJudge } from "../webhook-judge"
import type { AccountRow } from "../../repository/accounts/accounts"

const OPTIONS = {
  backendUrl: "https://store.example",
  hosted: {
    baseUrl: "https://gateway.example",
    clientId: "test_merchant",
    clientSecret: "hosted-secret-4711",
  },
  onchain: {
    baseUrl: "https://business.example",
    clientId: "test_business",
    clientSecret: "onchain-secret-4711",
    webhookSecrets: ["whsec-4711"],
  },
}

/** A judge over a database that only counts reads, with a manual clock. */
function counted(rows: () => Promise<AccountRow[]> = async () => []) {
  const seen = { reads: 0, settings: 0, now: 0 }
  const settings = new AdminSettings({
    repository: {
      settings: {
        read: async () => {
          seen.settings += 1
          return { version: "0", rows: [] }
        },
        save: async () => true,
        reencrypt: async () => undefined,
      },
    },
    options: OPTIONS,
    storeCors: "",
    logger: { warn: () => undefined },
    now: () => seen.now,
  })
  const logger = { warn: () => undefined }
  const now = () => seen.now
  const retained = new RetainedAccounts({
    repository: {
      accounts: {
        list: async () => {
          seen.reads += 1
          return await rows()
        },
        reencrypt: async () => undefined,
      },
    },
    settings,
    logger,
    now,
  })
  const judge = new WebhookJudge({
    repository: {
      payments: { findNamed: async () => [] },
      webhookEvents: { keepUnverified: async () => null },
    },
    settings,
    retained,
    openException: async () => undefined,
    logger,
  })
  return { judge, seen }
}

/** A webhook without a valid signature. */
function forged(rail: IncomingWebhook["rail"]): IncomingWebhook {
  return { rail, body: Buffer.from("{}"), header: () => "0".repeat(64) }
}

describe.each(RAILS)("forged webhooks, %s", (rail) => {
  it("read the database at most once a second", async () => {
    const { judge, seen } = counted()
    await Promise.all(
      Array.from({ length: 50 }, () => judge.judge(forged(rail)))
    )
    for (let call = 0; call < 50; call += 1) {
      await judge.judge(forged(rail))
    }
    // Three settings reads: recent, renewed, and for the retained accounts.
    expect(seen).toMatchObject({ reads: 1, settings: 3 })

    seen.now += 999
    await judge.judge(forged(rail))
    expect(seen).toMatchObject({ reads: 1, settings: 3 })
    seen.now += 1
    await judge.judge(forged(rail))
    expect(seen).toMatchObject({ reads: 2, settings: 6 })
  })

  it("are not rejected while the retained secrets are unknown: they may be genuine", async () => {
    const database = { isDown: true }
    const { judge } = counted(async () => {
      if (database.isDown) {
        throw new Error("The database is down.")
      }
      return []
    })
    await expect(judge.judge(forged(rail))).rejects.toThrow("down")
    database.isDown = false
    expect(await judge.judge(forged(rail))).toMatchObject({
      ok: false,
      reason: "unauthorized",
    })
  })
})
