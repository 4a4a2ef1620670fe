import { randomBytes } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import { waitFor } from "../../harness/wait-for"
import type { AdminSettingsChange } from "../../src/http-types"
import { type Rail, RAILS } from "../../src/ledger"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { AdminSettings } from "../../src/modules/stablecoin/settings/admin-settings"
import {
  healthOf,
  newBody,
  receiverTest,
  sendTo,
} from "../setup/gateway/receiver-test"
import type { ReceiverProcess } from "../setup/gateway/receiver-process"

/** Nothing listens there: the admin confirms what the gateway does not. */
const GATEWAY = "http://localhost:9"
const ENCRYPTION_KEY = randomBytes(32).toString("base64")
/** docs/receiver.md promises it after a change of the settings. */
const CHANGED_WITHIN_MS = 1_000

/** The store's config leaves the secrets to the admin. */
const ENV = {
  STABLECOIN_ENCRYPTION_KEYS: ENCRYPTION_KEY,
  STABLECOIN_HOSTED_BASE_URL: GATEWAY,
  STABLECOIN_HOSTED_CLIENT_SECRET: "",
  STABLECOIN_ONCHAIN_BASE_URL: GATEWAY,
  STABLECOIN_ONCHAIN_CLIENT_SECRET: "",
  STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "",
}

receiverTest((bench) => {
  let db: Knex
  let settings: AdminSettings
  let receiver: ReceiverProcess

  beforeAll(() => {
    db = createPgConnection({ clientUrl: bench.databaseUrl }) as Knex
    settings = new AdminSettings({
      repository: repositoryOf(db),
      options: {
        encryptionKeys: [ENCRYPTION_KEY],
        hosted: { baseUrl: GATEWAY, clientId: "test_merchant" },
        onchain: { baseUrl: GATEWAY, clientId: "test_business" },
      },
      storeCors: "",
      logger: console,
    })
  })
  afterAll(async () => await db?.destroy())

  /** Saves a change as the admin's route does. */
  async function save(change: AdminSettingsChange): Promise<void> {
    const confirmed = { ...change, confirm: ["unverified" as const] }
    expect(await settings.save(confirmed, "user_1")).toEqual({ saved: true })
  }

  /** Enters a secret that signs webhooks from now on, next to the others. */
  const enter = async (rail: Rail, secret: string, remove: string[] = []) =>
    await save({
      [rail]:
        rail === "hosted"
          ? { client_secret: secret, webhook_secrets: { remove } }
          : { webhook_secrets: { add: [secret], remove } },
    })

  /** The ids of the secrets that only confirm older webhooks. */
  async function earlierIds(rail: Rail): Promise<string[]> {
    const described = await settings.describe()
    return described[rail].webhook_secrets.flatMap(({ id }) => id ?? [])
  }

  const statusOf = async (rail: Rail, secret: string) =>
    (await sendTo(receiver, rail, newBody(rail), secret)).status

  /**
   * Waits for the status of webhooks that are signed with a secret. The
   * settings have just been changed.
   */
  async function becomes(
    rail: Rail,
    secret: string,
    status: number
  ): Promise<void> {
    await waitFor(
      `webhooks to be answered ${status}`,
      async () => (await statusOf(rail, secret)) === status,
      { timeoutMs: CHANGED_WITHIN_MS }
    )
  }

  it.each(RAILS)(
    "the secret that an admin enters is valid within a second, and a removed one no longer: %s",
    async (rail) => {
      const [first, second] = [`${rail}-secret-one`, `${rail}-secret-two`]
      await enter(rail, first)
      receiver = await bench.start({ env: ENV })
      expect(await statusOf(rail, first)).toBe(200)
      expect(await statusOf(rail, second)).toBe(401)

      await enter(rail, second)
      await becomes(rail, second, 200)
      expect(await statusOf(rail, first)).toBe(200)

      const [id = ""] = await earlierIds(rail)
      await save({ [rail]: { webhook_secrets: { remove: [id] } } })
      await becomes(rail, first, 401)
      expect(await statusOf(rail, second)).toBe(200)
      const log = receiver.log.join("\n")
      expect([first, second].filter((each) => log.includes(each))).toEqual([])
    }
  )

  it("the last secrets are valid when the database goes away right after a rotation", async () => {
    const [old, rotated] = ["whsec-before-the-outage", "whsec-of-the-outage"]
    await enter("onchain", old, await earlierIds("onchain"))
    receiver = await bench.start({ env: ENV })
    expect(await statusOf("onchain", old)).toBe(200)

    await enter("onchain", rotated, await earlierIds("onchain"))
    await becomes("onchain", rotated, 200)
    await bench.takeAway()

    const body = newBody("onchain")
    const { status } = await sendTo(receiver, "onchain", body, rotated)
    expect([status, await healthOf(receiver)]).toEqual([
      200,
      { status: 200, body: { status: "spooling" } },
    ])
    // The database may have a newer secret than the last that were read.
    expect(await statusOf("onchain", old)).toBe(503)

    await bench.bringBack()
    await waitFor("the spool to be drained", async () =>
      (await bench.stored()).includes(body)
    )
  })
})
