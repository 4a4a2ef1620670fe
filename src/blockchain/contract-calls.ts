import { z } from "zod"
import { callOf, type RpcCall } from "./rpc"

/** The first 4 bytes of the Keccak-256 hash of a function's signature. */
export const SELECTORS = {
  "symbol()": "0x95d89b41",
  "decimals()": "0x313ce567",
} as const

const WORD_DIGITS = 64
/** Bytes before the length of a function's only result, if it is a string. */
const TEXT_OFFSET = 32

/**
 * The symbol of a coin, as its contract names it: "USD₮0" is USDT on Arbitrum.
 *
 * Null: there is no contract at this address.
 */
export function symbolOf(token: string): RpcCall<string | null> {
  return callOf(token, SELECTORS["symbol()"], returned(textIn))
}

/**
 * The fraction digits of a coin's base unit.
 *
 * Null: there is no contract at this address.
 */
export function decimalsOf(token: string): RpcCall<number | null> {
  return callOf(token, SELECTORS["decimals()"], returned(uint8In))
}

/** @param decode returns undefined for another type */
function returned<T>(
  decode: (digits: string) => T | undefined
): z.ZodType<T | null> {
  return z
    .string()
    .regex(/^0x(?:[0-9a-f]{2})*$/i, "must be hexadecimal")
    .transform((hex, context) => {
      const value = hex === "0x" ? null : decode(hex.slice(2))
      if (value === undefined) {
        context.addIssue("returned another type")
        return z.NEVER
      }
      return value
    })
}

function uint8In(digits: string): number | undefined {
  const value = wordIn(digits, 0)
  return digits.length === WORD_DIGITS && value <= 255 ? value : undefined
}

function textIn(digits: string): string | undefined {
  const length = wordIn(digits, 1) * 2
  const text = digits.slice(2 * WORD_DIGITS)
  return wordIn(digits, 0) === TEXT_OFFSET && length <= text.length
    ? Buffer.from(text.slice(0, length), "hex").toString("utf8")
    : undefined
}

/** NaN after the end. */
function wordIn(digits: string, index: number): number {
  const from = index * WORD_DIGITS
  return Number(`0x${digits.slice(from, from + WORD_DIGITS)}`)
}
