import { readFileSync } from "node:fs"
import { join } from "node:path"

const ROOT = join(__dirname, "../../..")

type Snippet = { info: string; code: string }

/** The fenced blocks of a page of this repository, with their info strings. */
export function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(ROOT, page), "utf8")
  return [...text.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map(
    ([, info = "", code = ""]) => ({ info, code })
  )
}

/** The only block of a page with this info string. */
export function snippetOf(page: string, info: string): string {
  const found = snippetsOf(page).filter((snippet) => snippet.info === info)
  if (found.length !== 1 || !found[0]) {
    throw new Error(`${page} has ${found.length} blocks "${info}".`)
  }
  return found[0].code
}
