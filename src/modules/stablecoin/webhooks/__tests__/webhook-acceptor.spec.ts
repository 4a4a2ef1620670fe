import { RAILS } from "../../../../ledger"
import { COMPLETE } from "../../settings/__tests__/saved-settings"
import { AdminSettings } from "../../settings/admin-settings"
import type { IncomingWebhook } from "../accept-webhook"
import { WebhookAcceptor } from "../webhook-acceptor"

const NO_ROWS = { settings: [], accounts: [], prices: [] }

/** A judge over a database that only counts reads, with a manual clock. */
function counted(read = async () => NO_ROWS) {
  const seen = { reads: 0, now: 0 }
  const settings = new AdminSettings({
    repository: {
      settings: {
        read: async () => {
          seen.reads += 1
          return { version: "0", rows: await read() }
        },
        save: async () => true,
      },
      accounts: { reseal: async () => undefined },
    },
    options: COMPLETE,
    storeCors: "",
    now: () => seen.now,
  })
  const judge = new WebhookAcceptor({
    repository: {
      payments: { find: async () => null, findNamed: async () => [] },
      webhookEvents: {
        keepUnverified: async () => null,
        store: async () => ({
          id: "stwhe_1",
          status: "received",
          is_new: true,
        }),
      },
      probes: { note: async () => undefined },
    },
    settings,
    openException: async () => undefined,
    logger: { warn: () => undefined },
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
    // At first, and once more: the settings may have just changed.
    expect(seen.reads).toBe(2)

    seen.now += 999
    await judge.judge(forged(rail))
    expect(seen.reads).toBe(2)
    seen.now += 1
    await judge.judge(forged(rail))
    expect(seen.reads).toBe(4)
  })

  it("are not rejected while the secrets are unknown: they may be genuine", async () => {
    const database = { isDown: true }
    const { judge } = counted(async () => {
      if (database.isDown) {
        throw new Error("The database is down.")
      }
      return NO_ROWS
    })
    await expect(judge.judge(forged(rail))).rejects.toThrow("down")
    database.isDown = false
    expect(await judge.judge(forged(rail))).toMatchObject({
      ok: false,
      reason: "unauthorized",
    })
  })
})
