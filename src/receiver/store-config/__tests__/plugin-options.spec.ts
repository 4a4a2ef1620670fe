import {
  defineConfig,
  getResolvedPlugins,
  mergePluginModules,
} from "@medusajs/framework/utils"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MedusaConfig } from "../child/config"
import { withDefaults } from "../child/defaults"
import { optionsOf } from "../child/plugin-options"
import { writeStore } from "./stores"

const PLUGIN = "medusa-payment-stablecoin"
const MODULE = `${PLUGIN}/modules/stablecoin`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plugin-options-spec-"))
  await writeStore(folder, {
    "src/modules/own/index.js": `module.exports = require("${MODULE}")`,
  })
  // Medusa resolves modules from where it runs.
  vi.spyOn(process, "cwd").mockReturnValue(folder)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

type RealConfig = ReturnType<typeof defineConfig>
const define = (config: MedusaConfig): RealConfig =>
  defineConfig(structuredClone(config) as Parameters<typeof defineConfig>[0])

/** The options, or null where Medusa does not load the module. */
async function medusaOptions(config: MedusaConfig): Promise<unknown> {
  const real = define(config)
  const plugins = await getResolvedPlugins(folder, real)
  mergePluginModules(real, plugins, folder)
  const modules = real.modules as Record<string, object | undefined>
  const { options, disable } = {
    options: undefined,
    disable: !modules.stablecoin,
    ...modules.stablecoin,
  }
  return disable ? null : (options ?? {})
}

function readOptions(config: MedusaConfig): unknown {
  const exported = define(config) as unknown as MedusaConfig
  const read = withDefaults(config, {})
  try {
    return optionsOf({ config: read, exported }, folder)
  } catch {
    return null
  }
}

const options = { backendUrl: "https://store.test" }
const other = { backendUrl: "https://other.test" }
const module = { resolve: MODULE, options }

describe("the plugin's options", () => {
  it.each<[string, object | null, () => MedusaConfig]>([
    ["nothing", null, () => ({})],
    [
      "the plugin",
      options,
      () => ({ plugins: [{ resolve: PLUGIN, options }] }),
    ],
    ["the plugin's name", {}, () => ({ plugins: [PLUGIN] })],
    ["no options", {}, () => ({ plugins: [{ resolve: PLUGIN }] })],
    [
      "the plugin's folder",
      options,
      () => ({
        plugins: [{ resolve: join(folder, "node_modules", PLUGIN), options }],
      }),
    ],
    [
      "the plugin twice",
      options,
      () => ({
        plugins: [
          { resolve: PLUGIN, options: other },
          { resolve: PLUGIN, options },
        ],
      }),
    ],
    [
      "the plugin by its name and its folder",
      options,
      () => ({
        plugins: [
          { resolve: PLUGIN, options: other },
          { resolve: join(folder, "node_modules", PLUGIN), options },
        ],
      }),
    ],
    ["the module", options, () => ({ modules: [module] })],
    [
      "the module's file in the package",
      options,
      () => ({
        modules: [
          {
            resolve: `${PLUGIN}/.medusa/server/src/modules/stablecoin`,
            options,
          },
        ],
      }),
    ],
    [
      "the module under its key",
      options,
      () => ({ modules: { stablecoin: module } }),
    ],
    [
      "the module with its key",
      options,
      () => ({ modules: [{ key: "stablecoin", ...module }] }),
    ],
    [
      "the module under another key",
      null,
      () => ({ modules: [{ key: "coins", ...module }] }),
    ],
    [
      "the module twice",
      options,
      () => ({ modules: [{ resolve: MODULE, options: other }, module] }),
    ],
    [
      "both, of which the module wins",
      options,
      () => ({
        plugins: [{ resolve: PLUGIN, options: other }],
        modules: [module],
      }),
    ],
    [
      "a module of the store that exports the plugin's",
      options,
      () => ({ modules: [{ resolve: "./src/modules/own", options }] }),
    ],
    [
      "the module disabled in an array",
      null,
      () => ({
        plugins: [PLUGIN],
        modules: [{ resolve: MODULE, disable: true }],
      }),
    ],
    [
      "the module disabled by its key",
      null,
      () => ({ plugins: [PLUGIN], modules: { stablecoin: false } }),
    ],
  ])("are those that Medusa passes on: %s", async (_name, expected, config) => {
    expect(await medusaOptions(config())).toEqual(expected)
    expect(readOptions(config())).toEqual(expected)
  })
})
