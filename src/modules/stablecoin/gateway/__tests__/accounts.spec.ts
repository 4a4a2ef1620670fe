import { RAILS } from "../../../../ledger"
import { Accounts } from "../accounts"
import { AdminSettings } from "../../settings/admin-settings"
import type { IncomingWebhook } from "../../webhooks/accept-webhook"
import { GatewayClients } from "../gateway-clients"
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

/** Accounts over a database that only counts reads, with a manual clock. */
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
  const accounts = new Accounts({
    repository: {
      accounts: {
        list: async () => {
          seen.reads += 1
          return await rows()
        },
        reencrypt: async () => undefined,
        forget: async () => [],
        mayStillBePaid: async () => false,
      },
      payments: { find: async () => null, findNamed: async () => [] },
      settings: {
        read: async () => ({ version: "0", rows: [] }),
        save: async () => true,
      },
    },
    openException: async () => undefined,
    gateway: new GatewayClients(),
    settings,
    logger: { warn: () => undefined },
    now: () => seen.now,
  })
  return { accounts, seen }
}

/** A webhook without a valid signature. */
function forged(rail: IncomingWebhook["rail"]): IncomingWebhook {
  return { rail, body: Buffer.from("{}"), header: () => "0".repeat(64) }
}

describe.each(RAILS)("forged webhooks, %s", (rail) => {
  it("read the database at most once a second", async () => {
    const { accounts, seen } = counted()
    await Promise.all(
      Array.from({ length: 50 }, () => accounts.judge(forged(rail)))
    )
    for (let call = 0; call < 50; call += 1) {
      await accounts.judge(forged(rail))
    }
    // Three settings reads: recent, renewed, and for the retained accounts.
    expect(seen).toMatchObject({ reads: 1, settings: 3 })

    seen.now += 999
    await accounts.judge(forged(rail))
    expect(seen).toMatchObject({ reads: 1, settings: 3 })
    seen.now += 1
    await accounts.judge(forged(rail))
    expect(seen).toMatchObject({ reads: 2, settings: 6 })
  })

  it("are not rejected while the retained secrets are unknown: they may be genuine", async () => {
    const database = { isDown: true }
    const { accounts } = counted(async () => {
      if (database.isDown) {
        throw new Error("The database is down.")
      }
      return []
    })
    await expect(accounts.judge(forged(rail))).rejects.toThrow("down")
    database.isDown = false
    expect(await accounts.judge(forged(rail))).toMatchObject({
      ok: false,
      reason: "unauthorized",
    })
  })
})
