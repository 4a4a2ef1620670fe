import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import reportSettings from "../../loaders/report-settings"
import type { StoredRows } from "../../repository/settings/settings"
import { COMPLETE, SavedSettings } from "./saved-settings"

const { backendUrl, hosted, onchain } = COMPLETE
const encryptionKeys = [Buffer.alloc(32, "k3y").toString("base64")]

/**
 * Log lines of a boot with these options, by level.
 *
 * @param stored the stored settings; null: the tables don't exist yet
 */
async function boot(
  options?: Record<string, unknown>,
  stored: StoredRows | null = { settings: [], accounts: [], prices: [] }
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
  it("is empty for two complete rails", async () => {
    expect(await boot({ backendUrl, encryptionKeys, hosted, onchain })).toEqual(
      { info: [], warn: [] }
    )
  })

  it("names what an incomplete rail lacks, next to the complete one", async () => {
    const { warn } = await boot({
      backendUrl,
      encryptionKeys,
      hosted,
      onchain: { ...onchain, webhookSecrets: [""] },
    })
    expect(warn).toEqual([
      expect.stringContaining("onchain.webhookSecrets is missing"),
    ])
  })

  it("explains missing encryption keys for a change of credentials", async () => {
    expect(await boot({ backendUrl, hosted, onchain })).toEqual({
      info: [expect.stringContaining("encryptionKeys is not set")],
      warn: [],
    })
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
      info: [],
      warn: [expect.stringContaining("onchain.webhookSecrets is missing")],
    })
  })

  it("has no warning before the tables exist", async () => {
    expect(await boot({ hosted }, null)).toEqual({
      info: [expect.stringContaining("medusa db:migrate makes the tables")],
      warn: [],
    })
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
})
