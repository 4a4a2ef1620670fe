import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { ROOT } from "../../scripts/pack.mts"
import { snippet, storeConfig } from "./readme-install.mts"

type Manifest = {
  devDependencies: Record<string, string>
  overrides: Record<string, string>
}

/**
 * Dependencies of Medusa's starter (`create-medusa-app`), without its own test
 * tools.
 */
const STARTER = {
  dependencies: [
    "@medusajs/admin-sdk",
    "@medusajs/cli",
    "@medusajs/dashboard",
    "@medusajs/draft-order",
    "@medusajs/framework",
    "@medusajs/medusa",
    "@medusajs/ui",
    "@tanstack/react-query",
    "react-i18next",
    "react-router-dom",
  ],
  devDependencies: [
    "@swc/core",
    "@types/node",
    "@types/react",
    "@types/react-dom",
    "react",
    "react-dom",
    "ts-node",
    "typescript",
    "vite",
  ],
}

/** The starter's tsconfig.json. */
const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    esModuleInterop: true,
    module: "Node16",
    moduleResolution: "Node16",
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    declaration: false,
    sourceMap: false,
    outDir: "./.medusa/server",
    rootDir: "./",
    jsx: "react-jsx",
    forceConsistentCasingInFileNames: true,
    resolveJsonModule: true,
    strictNullChecks: true,
  },
  include: ["**/*", ".medusa/types/*"],
  exclude: ["node_modules", ".medusa/server", ".medusa/admin", ".cache"],
}

/**
 * Writes a new store like Medusa's starter, with the versions that this
 * repository is tested with, and configured as our README describes.
 */
export async function writeStore(folder: string): Promise<void> {
  const { devDependencies, overrides } = JSON.parse(
    await readFile(join(ROOT, "package.json"), "utf8")
  ) as Manifest
  const versions = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, devDependencies[name]]))
  const subscriber = "src/subscribers/stablecoin-paid.ts"
  await mkdir(join(folder, "src/subscribers"), { recursive: true })
  const files = {
    "package.json": JSON.stringify({
      name: "fresh-store",
      private: true,
      dependencies: versions(STARTER.dependencies),
      devDependencies: versions(STARTER.devDependencies),
      // Some of the newest versions make npm write a lock that its own `npm ci`
      // rejects.
      overrides,
    }),
    "tsconfig.json": JSON.stringify(TSCONFIG),
    "medusa-config.ts": storeConfig(),
    [subscriber]: snippet("docs/exceptions.md", `ts ${subscriber}`),
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
  }
}
