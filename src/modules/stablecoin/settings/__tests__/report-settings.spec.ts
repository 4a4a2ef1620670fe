import type { LoaderOptions } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { accountKey } from "../../gateway/account-key"
import reportSettings from "../../loaders/report-settings"
import type { SettingRow } from "../../repository/settings/settings"

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
  stored: SettingRow[] | null = []
): Promise<{ info: string[]; warn: string[] }> {
  const lines = { info: [] as string[], warn: [] as string[] }
  const logger = {
    info: (line: string) => lines.info.push(line),
    warn: (line: string) => lines.warn.push(line),
  }
  const select = async () => {
    if (!stored) {
      throw new Error('relation "stablecoin_setting" does not exist')
    }
    return stored
  }
  const db = () => ({ whereNull: () => ({ orderBy: () => ({ select }) }) })
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

  it.each([
    ["hosted.clientSecret", { hosted: { ...hosted, clientSecret: "4711\n" } }],
    ["onchain.clientId", { onchain: { ...onchain, clientId: " 4711" } }],
    [
      "onchain.webhookSecrets.1",
      {
        onchain: { ...onchain, webhookSecrets: ["4711", "4711\r\n", "47 11"] },
      },
    ],
    [
      "hosted.previousClientSecrets.0.secret",
      {
        hosted: {
          ...hosted,
          previousClientSecrets: [
            { secret: "4711\t", replacedAt: "2026-01-01T00:00:00Z" },
          ],
        },
      },
    ],
  ])(
    "names %s that begins or ends with blank space, and does not show it",
    async (name, changed) => {
      const options = { backendUrl, encryptionKeys, hosted, onchain }
      expect((await boot({ ...options, ...changed })).warn).toEqual([
        `Stablecoin payments: ${name} has a space or line end at its start or end. If it is not part of the value, remove it where the option is set: the gateway signs webhooks, and checks credentials, without it.`,
      ])
    }
  )

  it("explains missing encryption keys for a change of credentials", async () => {
    const { info, warn } = await boot({ backendUrl, hosted, onchain })
    expect(info).toEqual([
      `Stablecoin payments: ${HOSTED} and ${ONCHAIN} configured.`,
      expect.stringContaining("encryptionKeys is not set"),
    ])
    expect(warn).toEqual([])
  })

  it("reports settings of the admin like those of the config", async () => {
    const { baseUrl, ...others } = hosted
    const base_url = { key: "hosted.base_url", value: { value: baseUrl } }
    expect(
      await boot({ backendUrl, encryptionKeys, onchain }, [base_url])
    ).toMatchObject({
      info: [`Stablecoin payments: ${ONCHAIN} configured.`],
      warn: [
        expect.stringContaining("hosted.clientId is missing"),
        expect.stringContaining("hosted.clientSecret is missing"),
      ],
    })
    const backend = {
      key: "general.backend_url",
      value: { value: "https://store.example" },
    }
    const client = {
      key: "hosted.client_id",
      value: { value: others.clientId },
    }
    const { clientSecret } = others
    expect(
      await boot({ encryptionKeys, hosted: { baseUrl, clientSecret } }, [
        backend,
        client,
      ])
    ).toEqual({
      info: [`Stablecoin payments: ${HOSTED} configured.`],
      warn: [],
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
      const account = accountKey("hosted", "https://pay.example/v2", "live_1")
      const value = { account, mode: "live", sandbox: true }
      const remembered = { key: "hosted.mode", value }
      const options = { backendUrl, encryptionKeys, hosted: live }
      expect(await boot(options, [remembered])).toEqual({
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
