import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { accountKey } from "../../accounts/account"
import reportSettings from "../../loaders/report-settings"
import type { StoredRows } from "../../repository/settings/settings"
import { SavedSettings } from "./saved-settings"

const hosted = {
  baseUrl: "https://gateway.example/pay",
  clientId: "test_merchant",
  clientSecret: "hosted-secret-4711",
}
const onchain = {
  baseUrl: "https://business.example",
  clientId: "test_business",
  clientSecret: "onchain-secret-4711",
  webhookSecrets: ["whsec-4711"],
}
/** A rail, its mode and its gateway's host. */
const HOSTED = "hosted (test mode, gateway.example)"
const ONCHAIN = "onchain (test mode, business.example)"
const backendUrl = "https://store.example"
const encryptionKeys = [Buffer.alloc(32, "k3y").toString("base64")]

/**
 * Log lines of a boot with these options, by level.
 *
 * @param stored the stored settings; null: the tables don't exist yet
 */
async function boot(
  options?: Record<string, unknown>,
  stored: StoredRows | null = { settings: [], accounts: [] }
): Promise<{ info: string[]; warn: string[] }> {
  const lines = { info: [] as string[], warn: [] as string[] }
  const logger = {
    info: (line: string) => lines.info.push(line),
    warn: (line: string) => lines.warn.push(line),
  }
  const raw = async () => {
    if (!stored) {
      throw new Error('relation "stablecoin_setting" does not exist')
    }
    return { rows: [{ stored }] }
  }
  const db = { raw }
  const { LOGGER } = ContainerRegistrationKeys
  await reportSettings({
    container: { resolve: (key: string) => (key === LOGGER ? logger : db) },
    options,
  } as unknown as LoaderOptions<Record<string, unknown>>)
  return lines
}

describe("the log of a boot", () => {
  it("has one line and no warning for both rails", async () => {
    expect(await boot({ backendUrl, encryptionKeys, hosted, onchain })).toEqual(
      {
        info: [`Stablecoin payments: ${HOSTED} and ${ONCHAIN} configured.`],
        warn: [],
      }
    )
  })

  it("names what an incomplete rail lacks, next to the complete one", async () => {
    const { info, warn } = await boot({
      backendUrl,
      encryptionKeys,
      hosted,
      onchain: { ...onchain, webhookSecrets: [""] },
    })
    expect(info).toEqual([`Stablecoin payments: ${HOSTED} configured.`])
    expect(warn).toEqual([
      expect.stringContaining("onchain.webhookSecrets is missing"),
    ])
  })

  it("explains missing encryption keys for a change of credentials", async () => {
    const { info, warn } = await boot({ backendUrl, hosted, onchain })
    expect(info).toEqual([
      `Stablecoin payments: ${HOSTED} and ${ONCHAIN} configured.`,
      expect.stringContaining("encryptionKeys is not set"),
    ])
    expect(warn).toEqual([])
  })

  it("reports settings of the admin like those of the config", async () => {
    const saved = new SavedSettings({ encryptionKeys })
    const { baseUrl, clientId, clientSecret } = onchain
    saved.save({
      general: { backend_url: backendUrl },
      onchain: {
        base_url: baseUrl,
        client_id: clientId,
        client_secret: clientSecret,
      },
    })
    expect(await boot({ encryptionKeys, hosted }, saved.rows)).toEqual({
      info: [`Stablecoin payments: ${HOSTED} configured.`],
      warn: [expect.stringContaining("onchain.webhookSecrets is missing")],
    })
  })

  it("reports only the config, without a warning, before the tables exist", async () => {
    expect(await boot({ hosted }, null)).toEqual({
      info: [
        `Stablecoin payments: ${HOSTED} configured in medusa-config.ts. What is set in the admin can't be read yet: medusa db:migrate makes the tables.`,
      ],
      warn: [],
    })
    const { info } = await boot(undefined, null)
    expect(info).toEqual([
      expect.stringContaining("no rail configured in medusa-config.ts"),
    ])
  })

  it("contains no secret for any problem", async () => {
    const { info, warn } = await boot({
      backendUrl: "nowhere",
      encryptionKeys: ["encryption-secret-4711"],
      hosted: { ...hosted, baseUrl: "ftp://user:url-secret-4711@x" },
      onchain: { ...onchain, defaultChain: "secret-4711", clientId: 4711 },
    })
    expect(warn.length).toBeGreaterThan(3)
    expect([...info, ...warn].join("\n")).not.toMatch(/4711/)
  })

  describe("in production", () => {
    const before = process.env.NODE_ENV
    beforeEach(() => {
      process.env.NODE_ENV = "production"
    })
    afterEach(() => {
      process.env.NODE_ENV = before
    })

    it("warns of a rail that takes test money", async () => {
      const live = { ...hosted, clientId: "live_merchant" }
      const options = { backendUrl, encryptionKeys, hosted: live, onchain }
      expect(await boot(options)).toEqual({
        info: [
          `Stablecoin payments: hosted (live mode, gateway.example) and ${ONCHAIN} configured.`,
        ],
        warn: [
          expect.stringMatching(
            /^Stablecoin payments: the onchain rail takes test money in production \(test mode at https:\/\/business\.example\): .+ Enter live credentials/
          ),
        ],
      })
    })

    it("warns of a rail with the sandbox in live mode, without a password", async () => {
      const live = {
        ...hosted,
        baseUrl: "https://user:url-secret-4711@pay.example/v2",
        clientId: "live_1",
      }
      const account = {
        key: accountKey("hosted", "https://pay.example/v2", "live_1"),
        rail: "hosted" as const,
        base_url: "https://pay.example/v2",
        client_id: "live_1",
        mode: "live",
        sandbox: true,
        secrets: null,
        entered_at: null,
        replaced_at: null,
        updated_at: "2026-01-01T00:00:00Z",
      }
      const options = { backendUrl, encryptionKeys, hosted: live }
      expect(
        await boot(options, { settings: [], accounts: [account] })
      ).toEqual({
        info: [
          "Stablecoin payments: hosted (sandbox in live mode, pay.example) configured.",
        ],
        warn: [
          expect.stringMatching(
            /^Stablecoin payments: the hosted rail takes test money in production \(sandbox in live mode at https:\/\/pay\.example\): .+ Enter live credentials/
          ),
        ],
      })
    })

    it("reports an unknown mode without a warning", async () => {
      const unknown = { ...onchain, clientId: "business" }
      const options = { backendUrl, encryptionKeys, onchain: unknown }
      expect(await boot(options)).toEqual({
        info: [
          "Stablecoin payments: onchain (mode unknown, business.example) configured.",
        ],
        warn: [],
      })
    })
  })
})
