import { decodeText, decodeUint8, returnedSchema } from "./abi"
import { callOf, type RpcCall } from "./rpc"

/** The first 4 bytes of the Keccak-256 hash of a function's signature. */
export const SELECTORS = {
  "symbol()": "0x95d89b41",
  "decimals()": "0x313ce567",
} as const

/**
 * The symbol of a coin, as its contract names it: "USD₮0" is USDT on Arbitrum.
 *
 * Null: there is no contract at this address.
 */
export function symbolOf(token: string): RpcCall<string | null> {
  return callOf(token, SELECTORS["symbol()"], returnedSchema(decodeText))
}

/**
 * The fraction digits of a coin's base unit.
 *
 * Null: there is no contract at this address.
 */
export function decimalsOf(token: string): RpcCall<number | null> {
  return callOf(token, SELECTORS["decimals()"], returnedSchema(decodeUint8))
}
