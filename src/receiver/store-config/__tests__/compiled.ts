import { build } from "esbuild"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"
import type * as StoreConfigModule from ".."

const SOURCES = resolve(__dirname, "../../..")

/**
 * Compiles the reader like the published package, in which no loader of
 * TypeScript is inherited by the process that evaluates a config.
 *
 * @returns path of the reader
 */
export async function compile(folder: string): Promise<string> {
  await build({
    absWorkingDir: SOURCES,
    entryPoints: [
      "receiver/store-config/*.ts",
      "receiver/store-config/child/*.ts",
      "modules/stablecoin/module-key.ts",
    ],
    outbase: SOURCES,
    outdir: folder,
    format: "cjs",
    platform: "node",
  })
  return join(folder, "receiver/store-config/index.js")
}

export const loadCompiled = (path: string): typeof StoreConfigModule =>
  createRequire(__filename)(path) as typeof StoreConfigModule
