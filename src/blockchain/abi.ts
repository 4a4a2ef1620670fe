import { z } from "zod"

const WORD_DIGITS = 64
/** Where the text of a function that returns one string starts. */
const TEXT_OFFSET = 32n

/** Encodes an address as a topic of a log. */
export function encodeAddress(address: string): string {
  return address.slice(2).toLowerCase().padStart(WORD_DIGITS, "0")
}

/**
 * Schema of the result of `eth_call`.
 *
 * @param decode throws RangeError when a contract returns another type
 * @returns a schema of null where there is no contract
 */
export function returnedSchema<T>(
  decode: (digits: string) => T
): z.ZodType<T | null> {
  return z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})*$/i, "must be hexadecimal")
    .transform((hex, context) => {
      if (hex === "0x") {
        return null
      }
      try {
        return decode(hex.slice(2))
      } catch {
        context.addIssue("returned another type")
        return z.NEVER
      }
    })
}

export function decodeUint8(digits: string): number {
  const value = onlyWordOf(digits)
  if (value > 255n) {
    throw new RangeError("More than 8 bits.")
  }
  return Number(value)
}

/**
 * Decodes a `string`, or the `bytes32` that the first coins return instead,
 * such as MKR.
 */
export function decodeText(digits: string): string {
  if (digits.length === WORD_DIGITS) {
    return textOf(digits.replace(/(?:00)+$/, ""))
  }
  const length = wordAt(digits, 1)
  const text = digits.slice(2 * WORD_DIGITS)
  if (wordAt(digits, 0) !== TEXT_OFFSET || length * 2n > text.length) {
    throw new RangeError("Not a string.")
  }
  return textOf(text.slice(0, Number(length) * 2))
}

function onlyWordOf(digits: string): bigint {
  if (digits.length !== WORD_DIGITS) {
    throw new RangeError("Not one word.")
  }
  return wordAt(digits, 0)
}

/** @throws RangeError after the end */
function wordAt(digits: string, index: number): bigint {
  const word = digits.slice(index * WORD_DIGITS, (index + 1) * WORD_DIGITS)
  if (word.length < WORD_DIGITS) {
    throw new RangeError("Too short.")
  }
  return BigInt(`0x${word}`)
}

/** @throws TypeError when it is not UTF-8 */
function textOf(digits: string): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(
    Buffer.from(digits, "hex")
  )
}
