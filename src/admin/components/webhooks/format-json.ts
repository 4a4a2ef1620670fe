/** Strings, other literals, brackets, commas and colons. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

const INDENT = "  "

/**
 * Formats JSON over several lines without changing its tokens. Parsing and
 * serializing a number could lose digits, and these are amounts of money.
 *
 * @returns null if the text is not JSON
 */
export function formatJson(json: string): string | null {
  if (!isJson(json)) {
    return null
  }
  let laid = ""
  let depth = 0
  let last = ""
  for (const [token] of json.matchAll(TOKENS)) {
    if (token === "}" || token === "]") {
      depth -= 1
      laid += isOpening(last) ? token : lineOf(depth) + token
    } else {
      laid += isOpening(last) || last === "," ? lineOf(depth) : ""
      laid += token === ":" ? ": " : token
      depth += isOpening(token) ? 1 : 0
    }
    last = token
  }
  return laid
}

function isOpening(token: string): boolean {
  return token === "{" || token === "["
}

function lineOf(depth: number): string {
  return `\n${INDENT.repeat(depth)}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
