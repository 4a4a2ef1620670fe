import Module, { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { MedusaConfig } from "./config"
import type { DefineConfig } from "./define-config"
import { lazyObject } from "./lazy-object"

const PACKAGES = ["@medusajs/framework/utils", "@medusajs/utils"]

/** Files of @medusajs/utils that load nothing else of Medusa. */
const SMALL_FILES: Partial<Record<PropertyKey, string>> = {
  loadEnv: "common/load-env.js",
  Modules: "modules-sdk/definition.js",
  ContainerRegistrationKeys: "common/container.js",
}

type Load = (
  request: string,
  parent: NodeJS.Module | undefined,
  isMain: boolean
) => unknown

type Exports = Record<PropertyKey, unknown>

/** Node's own function behind `require`, which loaders replace. */
const loader = Module as unknown as { _load: Load }

/**
 * Stands for Medusa's utilities, whose 2,900 files take over a second to load,
 * and loads them when a config uses one that is not in a small file.
 */
export class MedusaUtils {
  readonly #standIns = new Map<string, object>()

  constructor(
    private readonly folder: string,
    private readonly defineConfig: DefineConfig
  ) {}

  install(): void {
    const load = loader._load
    loader._load = (request, parent, isMain) =>
      PACKAGES.includes(request)
        ? this.#standIn(request, () => load(request, parent, isMain) as Exports)
        : load(request, parent, isMain)
  }

  #standIn(request: string, load: () => Exports): object {
    const existing = this.#standIns.get(request)
    if (existing) {
      return existing
    }
    const defineConfig = (input: MedusaConfig = {}) =>
      this.defineConfig.define(
        input,
        () => load().defineConfig as (input: MedusaConfig) => object
      )
    const standIn = lazyObject(load, (key) => {
      if (key === "__esModule") {
        return true
      }
      return key === "defineConfig" ? defineConfig : this.#small(key)
    })
    this.#standIns.set(request, standIn)
    return standIn
  }

  /** Undefined where another release of Medusa has it elsewhere. */
  #small(key: PropertyKey): unknown {
    const file = SMALL_FILES[key]
    if (!file) {
      return undefined
    }
    try {
      const fromStore = createRequire(join(this.folder, "package.json"))
      const fromFramework = createRequire(
        fromStore.resolve("@medusajs/framework/utils")
      )
      const utils = fromFramework.resolve("@medusajs/utils")
      const exported = fromFramework(join(dirname(utils), file)) as Exports
      return exported[key]
    } catch {
      return undefined
    }
  }
}
