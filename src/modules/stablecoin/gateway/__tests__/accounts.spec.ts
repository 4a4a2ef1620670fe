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

/** A webhook that no secret signs. */
function forged(rail: IncomingWebhook["rail"]): IncomingWebhook {
  return { rail, body: Buffer.from("{}"), header: () => "0".repeat(64) }
}

describe.each(RAILS)("whoever signs wrongly, %s", (rail) => {
  it("has the database asked once a second and no more", async () => {
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

  it("is not refused while nobody knows which secrets are kept: it may be genuine", async () => {
    const down = { is: true }
    const { accounts } = counted(async () => {
      if (down.is) {
        throw new Error("The database is away.")
      }
      return []
    })
    await expect(accounts.judge(forged(rail))).rejects.toThrow("away")
    down.is = false
    expect(await accounts.judge(forged(rail))).toMatchObject({
      ok: false,
      reason: "unauthorized",
    })
  })
})
