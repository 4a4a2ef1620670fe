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
  return commandsOf("Install")
}

/** The README's commands that install the sandbox's packages and start it. */
export function sandboxCommands(): { install: string; start: string } {
  const [install = "", start = "", ...more] = commandsOf(
    "Try it with the sandbox"
  )
  if (!install.startsWith("npm install --save-dev ") || more.length > 0) {
    throw new Error(
      `The README has another command for the sandbox: ${install}`
    )
  }
  return { install, start }
}

function commandsOf(title: string): string[] {
  const [, section = ""] =
    new RegExp(`^## ${title}\\n([\\s\\S]*?)^## `, "m").exec(
      readPage("README.md")
    ) ?? []
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

/**
 * The README's `medusa-config.ts`, with the sandbox's addresses as in its
 * section "Configure".
 */
export function storeConfig(): string {
  const written = snippet("README.md", "ts medusa-config.ts")
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
