import { realpathSync } from "node:fs"
import { sep } from "node:path"
import { stripVTControlCharacters } from "node:util"

const MOST = 300
const CREDENTIALS = /:\/\/[^\s/@]*@/g
/** The rest of the message quotes the text, which may be a secret. */
const NOT_JSON = /is not valid JSON/
/** A line of the source, as compilers quote it: it may contain a secret. */
const QUOTED_LINE = /^\s*(\d+\s*[│|]|[│|╭╰·>~]|\^|,-|`-)/
const PLACES = /(\/|[A-Z]:\\)[^\s()[\]]+\.[cm]?[jt]s:\d+/g

/**
 * The message of an error of a config as one sentence, with the line in the
 * store's file, and without lines of its source.
 */
export function reasonOf(error: unknown, folder: string): string {
  const { message, stack = "" } =
    error instanceof Error ? error : { message: String(error) }
  const text = sentenceOf(stripVTControlCharacters(message))
  const place = placeIn(stripVTControlCharacters(stack), folder)
  return place && !text.includes(place) ? `${text}, in ${place}.` : `${text}.`
}

/** The first line that says more than which tool failed. */
function sentenceOf(message: string): string {
  const lines = message
    .split("\n")
    .filter((line) => line.trim() && !QUOTED_LINE.test(line))
  const line = lines.find((each) => !each.endsWith(":")) ?? lines[0]
  if (!line) {
    return "unknown error"
  }
  return NOT_JSON.test(line)
    ? "a text is not valid JSON"
    : line
        .replace(CREDENTIALS, "://***@")
        .replace(/^\s*[x×⨯]\s+|[.:\s]+$/g, "")
        .slice(0, MOST)
}

/** The first line of a stack in the store's own code. */
function placeIn(stack: string, folder: string): string | undefined {
  const root = realpathSync(folder) + sep
  return (stack.match(PLACES) ?? [])
    .find((each) => each.startsWith(root) && !each.includes("node_modules"))
    ?.slice(root.length)
}
