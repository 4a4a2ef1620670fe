import { readFileSync } from "node:fs"

type Snippet = { info: string; code: string }

/** The fenced blocks of a text, with their info strings. */
export function blocksOf(text: string): Snippet[] {
  return [...text.matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map(
    ([, info = "", code = ""]) => ({ info, code })
  )
}

/** @param page its path in this repository, where tests run */
export function readPage(page: string): string {
  return readFileSync(page, "utf8")
}

/** The fenced blocks of a page of this repository. */
export function snippetsOf(page: string): Snippet[] {
  return blocksOf(readPage(page))
}

/** The only block of a page with this info string. */
export function snippetOf(page: string, info: string): string {
  const found = snippetsOf(page).filter((snippet) => snippet.info === info)
  if (found.length !== 1 || !found[0]) {
    throw new Error(`${page} has ${found.length} blocks "${info}".`)
  }
  return found[0].code
}
