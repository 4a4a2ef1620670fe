import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../../scripts/pack.mts"

/** The only block with this info string on one of our pages. */
export function snippet(page: string, info: string): string {
  const blocks = blocksOf(readPage(page)).filter((block) => block.info === info)
  if (blocks.length !== 1 || !blocks[0]) {
    throw new Error(`${page} has ${blocks.length} blocks "${info}".`)
  }
  return blocks[0].code
}

/** The commands of the README's section "Install", in order. */
export function installCommands(): string[] {
  return commandsOf("README.md", "Install")
}

/** The commands that install the sandbox's packages and start it. */
export function sandboxCommands(): { install: string; start: string } {
  const [install = "", start = "", ...more] = commandsOf(
    "docs/install.md",
    "On your own machine"
  )
  if (!install.startsWith("npm install --save-dev ") || more.length > 0) {
    throw new Error(
      `docs/install.md has another command for the sandbox: ${install}`
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
 * Only the config may name a gateway on this machine; merchants set this in the
 * admin.
 */
const SANDBOX = `        hosted: { baseUrl: process.env.STABLECOIN_HOSTED_BASE_URL },
        onchain: { baseUrl: process.env.STABLECOIN_ONCHAIN_BASE_URL },
`

/** The rest of the `medusa-config.ts` of Medusa's starter. */
const STARTER_IMPORTS = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

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
 * The `medusa-config.ts` of Medusa's starter with the README's lines, and with
 * the sandbox's addresses as in docs/configuration.md.
 */
export function storeConfig(): string {
  const added = snippet("README.md", "ts medusa-config.ts")
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
  return parts.join(keys + SANDBOX)
}

function readPage(page: string): string {
  return readFileSync(join(ROOT, page), "utf8")
}

function blocksOf(text: string): { info: string; code: string }[] {
  return [...text.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map(
    ([, info = "", code = ""]) => ({ info, code })
  )
}
