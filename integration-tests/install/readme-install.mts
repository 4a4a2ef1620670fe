import { blocksOf, readPage, snippetOf } from "../setup/commands/snippets.ts"

/** The README's commands that are replaced: the tarballs are elsewhere. */
const PACK =
  "npm ci && npm run build && npm pack --workspaces --include-workspace-root"
const INSTALL =
  "npm install ../medusa-payment-stablecoin/medusa-payment-stablecoin-0.1.0.tgz"

const INSTALL_SANDBOX =
  "npm install --save-dev ../medusa-payment-stablecoin/medusa-payment-stablecoin-sandbox-0.1.0.tgz"

/** The commands of the README's section "Install". */
export function installCommands(): {
  install: string
  key: string
  migrate: string
  develop: string
} {
  const all = commandsOf("README.md", "Install")
  const [pack, install, key, migrate, develop, ...more] = all
  if (
    pack !== PACK ||
    install !== INSTALL ||
    !key?.startsWith('echo "STABLECOIN_ENCRYPTION_KEY=') ||
    !migrate ||
    !develop ||
    more.length > 0
  ) {
    throw new Error(`The README has other install commands: ${all.join("; ")}`)
  }
  return { install, key, migrate, develop }
}

/** The commands that install the sandbox and start it. */
export function sandboxCommands(): { install: string; start: string } {
  const [install = "", start = "", ...more] = commandsOf(
    "docs/sandbox.md",
    "Start it"
  )
  if (install !== INSTALL_SANDBOX || more.length > 0) {
    throw new Error(
      `docs/sandbox.md has another command for the sandbox: ${install}`
    )
  }
  return { install, start }
}

function commandsOf(page: string, title: string): string[] {
  const [, section = ""] =
    new RegExp(`^## ${title}\\n([\\s\\S]*?)^## `, "m").exec(readPage(page)) ??
    []
  return blocksOf(section)
    .filter(({ info }) => info === "bash")
    .flatMap(({ code }) => code.trim().split("\n"))
}

/**
 * The rest of the `medusa-config.ts` of Medusa's starter, and the files that
 * read the sandbox's variables.
 */
const STARTER_IMPORTS = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'
import { options } from './plugin-options'
import { options as prices } from './pricing-options'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

`
const STARTER_PROJECT = `  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
`

/**
 * The `medusa-config.ts` of Medusa's starter with the README's lines, a second
 * payment provider as in docs/install.md, and the options of
 * docs/configuration.md and docs/pricing.md.
 */
export function storeConfig(): string {
  const modules = snippetOf("docs/install.md", "ts modules")
  const alone = snippetOf("README.md", "ts medusa-config.ts")
  const added = alone.replace(/^ {2}modules: \[\n[\s\S]*?^ {2}\],\n/m, modules)
  if (added === alone) {
    throw new Error("The README's medusa-config.ts has no modules.")
  }
  const unchanged = "  // projectConfig: unchanged\n"
  if (!added.includes(unchanged)) {
    throw new Error(`The README's medusa-config.ts has no line "${unchanged}".`)
  }
  const written = STARTER_IMPORTS + added.replace(unchanged, STARTER_PROJECT)
  const keys = "encryptionKeys: [process.env.STABLECOIN_ENCRYPTION_KEY],\n"
  const parts = written.split(keys)
  if (parts.length !== 2) {
    throw new Error(`The README's medusa-config.ts has no one line "${keys}".`)
  }
  return parts.join(`${keys}        ...options,\n        ...prices,\n`)
}
