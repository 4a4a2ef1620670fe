import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { readStoreConfig as readFromSources } from ".."
import { resolveSettings } from "../../../modules/stablecoin/settings/settings"
import { compile, loadCompiled } from "./compiled"
import { type Files, writeFiles, writeStore } from "./stores"

const REPOSITORY = resolve(__dirname, "../../../..")
const DATABASE_URL = "postgres://medusa:secret@localhost/store"

let root: string
let compiled: string
let stores = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "store-config-spec-"))
  compiled = await compile(join(root, "compiled"))
})
afterAll(async () => {
  await rm(root, { recursive: true })
})

async function storeOf(files: Files): Promise<string> {
  const folder = join(root, `store-${++stores}`)
  await writeStore(folder, files)
  return folder
}

const { PATH, HOME } = process.env

async function read(
  files: Files,
  env: NodeJS.ProcessEnv = {},
  options?: { timeoutMs: number }
) {
  const { readStoreConfig } = loadCompiled(compiled)
  const folder = await storeOf(files)
  return await readStoreConfig(folder, { PATH, HOME, ...env }, options)
}

const failureOf = async (...input: Parameters<typeof read>): Promise<string> =>
  await read(...input).then(
    () => "no failure",
    (error: Error) => `${error.name}: ${error.message}`
  )

/** As Medusa's starter has it, with the plugin. */
const STARTER = {
  "medusa-config.ts": `
    import { loadEnv, defineConfig } from "@medusajs/framework/utils"
    import { encryptionKeys } from "./src/keys"

    loadEnv(process.env.NODE_ENV || "development", process.cwd())

    module.exports = defineConfig({
      projectConfig: {
        databaseUrl: process.env.DATABASE_URL,
        http: { storeCors: process.env.STORE_CORS! },
      },
      plugins: [
        {
          resolve: "medusa-payment-stablecoin",
          options: { encryptionKeys, mode: process.env.NODE_ENV },
        },
      ],
      // Medusa itself would load this module.
      modules: [{ resolve: "./src/modules/not-loaded" }],
    })`,
  "src/keys.ts": `export const encryptionKeys: string[] = ["key"]`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "ES2021",
      module: "Node16",
      moduleResolution: "Node16",
      esModuleInterop: true,
    },
    "ts-node": { swc: true },
  }),
  ".env": `DATABASE_URL=${DATABASE_URL}\nSTORE_CORS=https://shop.test`,
  ".env.production": "STORE_CORS=https://not-read.test",
}

/** A built config, with the statements and the expression given. */
const built = (before: string, config: string): Files => ({
  "medusa-config.js": `
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    const utils_1 = require("@medusajs/framework/utils");
    ${before};
    exports.default = ${config};`,
})

const plugin = (options: string) =>
  `{ resolve: "medusa-payment-stablecoin", options: ${options} }`

describe("the configuration of a store", () => {
  it("is read from the starter's TypeScript", async () => {
    expect(await read(STARTER)).toEqual({
      options: { encryptionKeys: ["key"], mode: "development" },
      storeCors: "https://shop.test",
      databaseUrl: DATABASE_URL,
      omitted: [],
    })
  })

  it("is read from a built store, in production", async () => {
    const files = {
      ...built(
        `(0, utils_1.loadEnv)(process.env.NODE_ENV, process.cwd())`,
        `(0, utils_1.defineConfig)({
          projectConfig: { databaseSchema: "shop" },
          plugins: [${plugin("{ mode: process.env.NODE_ENV }")}],
          modules: [
            { resolve: "./src/modules/not-loaded" },
            { key: utils_1.Modules.CACHE, resolve: "./src/modules/cache" },
          ],
        })`
      ),
      // Medusa's command line loads this file first.
      ".env": "STORE_CORS=https://shop.test",
      ".env.production": `DATABASE_URL=${DATABASE_URL}\nSTORE_CORS=https://not-read.test`,
    }
    expect(await read(files)).toEqual({
      options: { mode: "production" },
      storeCors: "https://shop.test",
      databaseUrl: DATABASE_URL,
      databaseSchema: "shop",
      omitted: [],
    })
  })

  it("has the endpoints of chains, of which the environment sets some", async () => {
    const files = built(
      "const urls = (chain) => process.env[`RPC_${chain}`]?.split(',')",
      `(0, utils_1.defineConfig)({
        projectConfig: { databaseUrl: "${DATABASE_URL}" },
        plugins: [${plugin("{ blockchain: { rpcUrls: { POLYGON: urls('POLYGON'), ETH: [process.env.RPC_ETH] } } }")}],
      })`
    )
    const url = "https://polygon.test/key"
    const { options } = await read(files, { RPC_POLYGON: `${url},` })
    const { blockchain } = resolveSettings(options, "")
    expect(blockchain).toMatchObject({
      ok: true,
      value: { chains: { POLYGON: { urls: [url] } } },
    })
  })

  it("is read from an ES module", async () => {
    const files = {
      "package.json": JSON.stringify({ name: "store", type: "module" }),
      "medusa-config.js": `
        import { defineConfig } from "@medusajs/framework/utils"
        export default defineConfig({
          projectConfig: { databaseUrl: "${DATABASE_URL}" },
          plugins: ["medusa-payment-stablecoin"],
        })`,
    }
    expect(await read(files)).toMatchObject({
      options: {},
      databaseUrl: DATABASE_URL,
    })
  })

  it("is what the config makes of Medusa's result", async () => {
    const files = built(
      `const config = (0, utils_1.defineConfig)({
        plugins: [${plugin("{ backendUrl: 'https://store.test' }")}],
      })
      config.projectConfig.http.storeCors += ",https://shop.test"`,
      `Object.assign(config, {
        modules: {
          stablecoin: { options: { catalog: config.modules.product.resolve } },
        },
      })`
    )
    expect(await read(files, { DATABASE_URL })).toMatchObject({
      options: { catalog: "@medusajs/medusa/product" },
      storeCors: "http://localhost:8000,https://shop.test",
      databaseUrl: DATABASE_URL,
    })
  })

  it("keeps the types of driver options, and names what it omits", async () => {
    const files = built(
      "",
      `(0, utils_1.defineConfig)({
        projectConfig: {
          databaseUrl: "${DATABASE_URL}",
          databaseDriverOptions: {
            ssl: { ca: Buffer.from("certificate"), checkServerIdentity() {} },
            dynamicPassword: async () => "secret",
          },
        },
        plugins: [${plugin("{ itemName: (order) => order.id, urls: [/a/] }")}],
      })`
    )
    const config = await read(files)
    expect(config).toMatchObject({
      options: { urls: [/a/] },
      omitted: [
        "options.itemName",
        "databaseDriverOptions.ssl.checkServerIdentity",
        "databaseDriverOptions.dynamicPassword",
      ],
    })
    expect(config.databaseDriverOptions).toEqual({
      ssl: { ca: Buffer.from("certificate") },
    })
  })

  it("of this repository is read from the sources", async () => {
    const env = {
      ...process.env,
      DATABASE_URL,
      STORE_CORS: "https://shop.test",
      STABLECOIN_ENCRYPTION_KEYS: "first,second",
    }
    expect(await readFromSources(REPOSITORY, env)).toMatchObject({
      options: { encryptionKeys: ["first", "second"] },
      storeCors: "https://shop.test",
      databaseUrl: DATABASE_URL,
    })
  })

  it("keeps what the config prints off standard output", async () => {
    const folder = await storeOf(
      built(
        `console.log("from the config")`,
        `(0, utils_1.defineConfig)({ plugins: ["medusa-payment-stablecoin"] })`
      )
    )
    const program = `require(${JSON.stringify(compiled)})
      .readStoreConfig(${JSON.stringify(folder)}, process.env)
      .then(() => console.log("ready"))`
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [
      "-e",
      program,
    ])
    expect(stdout).toBe("ready\n")
    expect(stderr).toBe("from the config\n")
  })
})

describe("the failure to read a configuration", () => {
  it.each<[string, Files, string]>([
    ["no config", {}, "There is no medusa-config.ts or medusa-config.js in"],
    [
      "no plugin",
      built("", `(0, utils_1.defineConfig)({})`),
      "does not list the plugin. Add { resolve:",
    ],
    [
      "a disabled module",
      built(
        "",
        `(0, utils_1.defineConfig)({
          plugins: ["medusa-payment-stablecoin"],
          modules: { stablecoin: false },
        })`
      ),
      'disables the module "stablecoin". Remove "disable"',
    ],
    [
      "no database",
      built(
        "",
        `(0, utils_1.defineConfig)({ projectConfig: { databaseUrl: "" } })`
      ),
      "projectConfig.databaseUrl is empty. Set DATABASE_URL",
    ],
    [
      "another database",
      built(
        "",
        `(0, utils_1.defineConfig)({ projectConfig: { databaseUrl: "s3cret" } })`
      ),
      "projectConfig.databaseUrl does not begin with postgres://",
    ],
    [
      "a syntax error",
      { "medusa-config.js": `module.exports = {\n  secret: "s3cret" oops }` },
      "Unexpected identifier 'oops', in medusa-config.js:2. Fix it",
    ],
    [
      "a syntax error in TypeScript",
      { ...STARTER, "medusa-config.ts": `export default {\n "s3cret" oops }` },
      "Expected identifier, in medusa-config.ts:2. Fix it",
    ],
    [
      "a text that is not JSON",
      built(`JSON.parse("s3cret")`, "{}"),
      "a text is not valid JSON, in medusa-config.js:5. Fix it",
    ],
    [
      "an error",
      built(
        "",
        `(() => { throw new Error("No answer of redis://:s3cret@host") })()`
      ),
      "No answer of redis://***@host, in medusa-config.js:6. Fix it",
    ],
    [
      "a missing package",
      built(`require("not-installed")`, "{}"),
      "Cannot find module 'not-installed', in medusa-config.js:5. Fix it",
    ],
    [
      "an exit",
      built("process.exit(3)", "{}"),
      "its process ended with exit code 3",
    ],
  ])("names it and the remedy: %s", async (_name, files, message) => {
    const failure = await failureOf(files)
    expect(failure).toContain("StoreConfigError: ")
    expect(failure).toContain(message)
    expect(failure).not.toContain("s3cret")
  })

  it("follows a config that does not finish", async () => {
    expect(
      await failureOf(built("for (;;);", "{}"), {}, { timeoutMs: 500 })
    ).toContain("did not finish within 0.5 s. Remove what it waits for.")
  })

  it.each<[string, Files, string]>([
    [
      "Medusa",
      {},
      "@medusajs/cli is not installed there. Run npm install in the store",
    ],
    [
      "ts-node",
      {
        "node_modules/@medusajs/cli/cli.js": "",
        "node_modules/dotenv/index.js": "exports.config = () => {}",
      },
      "ts-node can't be loaded (Cannot find module 'ts-node'). Install",
    ],
  ])("names the package that is missing: %s", async (_name, files, message) => {
    const folder = join(root, `store-${++stores}`)
    await writeFiles(folder, { ...STARTER, ...files })
    const { readStoreConfig } = loadCompiled(compiled)
    await expect(readStoreConfig(folder, { PATH, HOME })).rejects.toThrow(
      message
    )
  })
})
