import type { z } from "zod"

/** Maximum nesting of a message of the gateway. */
const MAX_DEPTH = 64

/** Error whose message completes a sentence about a body, quoting nothing. */
export class JsonError extends Error {
  override readonly name = "JsonError"
}

/**
 * Parses JSON from bytes. A number is the double that its digits denote, however
 * many there are: PHP writes 12.49 as 12.4900000000000002. Lone surrogates, such
 * as those of a truncated name, become U+FFFD: PostgreSQL rejects them in JSON.
 * No message has a NUL character, and PostgreSQL can't store it.
 *
 * @throws JsonError if the bytes are empty, not UTF-8, not JSON, nested too
 *   deeply, or contain a NUL character
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) {
    throw new JsonError("is empty")
  }
  const text = withoutLoneSurrogates(decode(bytes))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonError("is not JSON")
  }
  if (isDeeperThan(MAX_DEPTH, value)) {
    throw new JsonError(`is nested deeper than ${MAX_DEPTH} levels`)
  }
  // Searching the text first takes a fraction of searching every value.
  if (text.includes(NUL) && holdsNul(value)) {
    throw new JsonError("contains a NUL character")
  }
  return value
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    throw new JsonError("is not valid UTF-8")
  }
}

/** Recurses like `isDeeperThan`, which has limited the depth before. */
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

/** The only spelling of a NUL character in JSON. */
const NUL = "\\u0000"

function withoutLoneSurrogates(json: string): string {
  return json.includes("\\u")
    ? json.replace(ESCAPE, (escape, half?: string) =>
        half ? "\\ufffd" : escape
      )
    : json
}

/** JSON escape. Matches surrogate pairs as one, and captures lone ones. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g

const MAX_ISSUES = 3

/**
 * Formats a schema's errors briefly: "data.amount: Invalid input". Names fields
 * and expectations, never received values.
 */
export function describeIssues(error: z.ZodError, at: string[] = []): string {
  return error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => {
      const field = [...at, ...path].join(".")
      return field ? `${field}: ${message}` : message
    })
    .join("; ")
}
