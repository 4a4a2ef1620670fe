import { isSameAmount } from "../ledger/money"

/** JSON nested deeper than this is no message of the gateway. */
const MAX_DEPTH = 64

/** Says what is wrong with a body, as the end of a sentence, and quotes none of it. */
export class JsonError extends Error {
  override readonly name = "JsonError"
}

/**
 * Parses JSON from bytes. Numbers that a JavaScript number can't hold become
 * strings of their own digits, so that 10.0000000000000000001 never passes
 * for 10. Halves of characters, such as cutting a name leaves, become U+FFFD:
 * PostgreSQL takes none in its JSON.
 *
 * @throws JsonError if the bytes are empty, no UTF-8, no JSON or nested too deeply,
 *   or hold a NUL character, which no message has and PostgreSQL stores in no text
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) {
    throw new JsonError("is empty")
  }
  const text = decode(bytes).replace(ESCAPE, (escape, half?: string) =>
    half ? "\\ufffd" : escape
  )
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonError("is not JSON")
  }
  if (isDeeperThan(MAX_DEPTH, value)) {
    throw new JsonError(`is nested deeper than ${MAX_DEPTH} levels`)
  }
  if (holdsNul(value)) {
    throw new JsonError("holds a NUL character")
  }
  return LONG_NUMBER.test(text) ? JSON.parse(quoteInexact(text)) : value
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new JsonError("is not valid UTF-8")
  }
}

/** Walks like `isDeeperThan`, which has bounded the depth before. */
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") {
    return value.includes("\0")
  }
  return (
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).some((entry) => entry.some(holdsNul))
  )
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) {
    return false
  }
  return (
    levels === 0 ||
    Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
  )
}

/** An escape in JSON, whole pairs of surrogates as one; captured if it is half a pair. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g

/** Fifteen digits always survive as a JavaScript number. */
const LONG_NUMBER = /\d[\d.]{15}/

/** Whole strings are matched too, so that digits inside them are left alone. */
const STRING_OR_NUMBER = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g

function quoteInexact(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || survives(token) ? token : `"${token}"`
  )
}

function survives(digits: string): boolean {
  try {
    return isSameAmount(Number(digits), digits)
  } catch {
    // No amount of money at all: the schemas refuse it as the number it is.
    return true
  }
}
