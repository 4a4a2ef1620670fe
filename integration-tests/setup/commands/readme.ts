import { readFileSync } from "node:fs"
import { join } from "node:path"

const README = readFileSync(join(__dirname, "../../../README.md"), "utf8")

/** The fenced blocks of the README, with their info strings. */
export function readmeSnippets(): { info: string; code: string }[] {
  return [...README.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map(
    ([, info = "", code = ""]) => ({ info, code })
  )
}

/** The only block with this info string. */
export function readmeSnippet(info: string): string {
  const found = readmeSnippets().filter((snippet) => snippet.info === info)
  if (found.length !== 1 || !found[0]) {
    throw new Error(`The README has ${found.length} blocks "${info}".`)
  }
  return found[0].code
}
