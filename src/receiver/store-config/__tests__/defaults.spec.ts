import { defineConfig } from "@medusajs/framework/utils"
import type { ProjectConfig } from "../child/config"
import { withDefaults } from "../child/defaults"

afterEach(() => {
  vi.unstubAllEnvs()
})

type Read = Pick<ProjectConfig, "databaseUrl" | "http">

describe("the defaults of defineConfig", () => {
  it.each<[string, Read | undefined, Record<string, string>]>([
    ["nothing", undefined, {}],
    ["empty variables", {}, { DATABASE_URL: "", STORE_CORS: "" }],
    [
      "variables",
      {},
      { DATABASE_URL: "postgres://db/store", STORE_CORS: "https://shop.test" },
    ],
    [
      "own values",
      { databaseUrl: "postgres://db/own", http: { storeCors: "" } },
      { DATABASE_URL: "postgres://db/store", STORE_CORS: "https://shop.test" },
    ],
    [
      "undefined values",
      { databaseUrl: undefined, http: { storeCors: undefined } },
      { DATABASE_URL: "postgres://db/store", STORE_CORS: "https://shop.test" },
    ],
  ])("are those of Medusa: %s", (_name, projectConfig, env) => {
    vi.stubEnv("DATABASE_URL", env.DATABASE_URL)
    vi.stubEnv("STORE_CORS", env.STORE_CORS)
    const read = withDefaults({ projectConfig }, process.env).projectConfig
    const real = defineConfig({
      projectConfig,
    } as Parameters<typeof defineConfig>[0]).projectConfig
    expect(read?.databaseUrl).toBe(real?.databaseUrl)
    expect(read?.http?.storeCors).toBe(real?.http?.storeCors)
  })
})
