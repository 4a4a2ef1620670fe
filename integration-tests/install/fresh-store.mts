import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { parseEnv, promisify } from "node:util"
import { snippetOf } from "../setup/commands/snippets.ts"
import { storeConfig } from "./readme-install.mts"

const execute = promisify(execFile)

/** Medusa's packages in its starter (`create-medusa-app`). */
const MEDUSA = [
  "@medusajs/admin-sdk",
  "@medusajs/cli",
  "@medusajs/dashboard",
  "@medusajs/draft-order",
  "@medusajs/framework",
  "@medusajs/medusa",
]

/** Libraries that the starter depends on in the version of the dashboard. */
const OF_DASHBOARD = [
  "@medusajs/ui",
  "@tanstack/react-query",
  "react-i18next",
  "react-router-dom",
]

/** The starter's other dependencies, without its test tools. */
const DEVELOPMENT = {
  "@swc/core": "^1.7.28",
  "@types/node": "^20.12.11",
  "@types/react": "^18.3.2",
  "@types/react-dom": "^18.2.25",
  react: "^18.3.1",
  "react-dom": "^18.3.1",
  "ts-node": "^10.9.2",
  typescript: "^5.6.2",
  vite: "^5.4.14",
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
 * Writes a new store like Medusa's starter of this version, configured as our
 * README describes.
 */
export async function writeStore(
  folder: string,
  medusa: string
): Promise<void> {
  const subscriber = "src/subscribers/stablecoin-paid.ts"
  await mkdir(join(folder, "src/subscribers"), { recursive: true })
  const files = {
    "package.json": JSON.stringify({
      name: "fresh-store",
      private: true,
      dependencies: {
        ...Object.fromEntries(MEDUSA.map((name) => [name, medusa])),
        ...(await dashboardsVersions(medusa)),
      },
      devDependencies: DEVELOPMENT,
    }),
    "tsconfig.json": JSON.stringify(TSCONFIG),
    "medusa-config.ts": storeConfig(),
    "plugin-options.ts": snippetOf(
      "docs/configuration.md",
      "ts plugin-options.ts"
    ),
    // The sandbox publishes the ECB's rates on this machine.
    "pricing-options.ts": snippetOf(
      "docs/pricing.md",
      "ts pricing-options.ts"
    ).replace('"ecb"', '"ecb", url: process.env.ECB_URL'),
    [subscriber]: snippetOf("docs/api.md", `ts ${subscriber}`),
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
  }
}

async function dashboardsVersions(
  medusa: string
): Promise<Record<string, string>> {
  const { stdout } = await execute("npm", [
    ...["view", `@medusajs/dashboard@${medusa}`, "dependencies"],
    ...["--json", "--prefer-offline"],
  ])
  const versions = JSON.parse(stdout) as Record<string, string>
  return Object.fromEntries(
    OF_DASHBOARD.map((name) => [name, versions[name] ?? ""])
  )
}

/** Writes the `.env` of Medusa's starter, with the key of Stripe. */
export async function writeEnvironment(
  store: string,
  databaseUrl: string,
  url: string,
  storefrontUrl: string
): Promise<void> {
  const variables = {
    DATABASE_URL: databaseUrl,
    STORE_CORS: storefrontUrl,
    ADMIN_CORS: url,
    AUTH_CORS: `${url},${storefrontUrl}`,
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    STRIPE_API_KEY: "of-another-provider",
  }
  const lines = Object.entries(variables).map(
    ([name, value]) => `${name}=${value}\n`
  )
  await writeFile(join(store, ".env"), lines.join(""))
}

/** The variables of the `.env`, as a built store gets them from its host. */
export async function readEnvironment(
  store: string
): Promise<Record<string, string>> {
  const text = await readFile(join(store, ".env"), "utf8")
  return parseEnv(text) as Record<string, string>
}
