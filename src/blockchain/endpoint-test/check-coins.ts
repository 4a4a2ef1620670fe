import { decimalsOf, symbolOf } from "../contract-calls"
import type { Network, Token } from "../networks"
import { firstError, type RpcCall, type RpcResult } from "../rpc"
import {
  type EndpointProblem,
  endpointProblem,
  isRefusal,
  problemOf,
} from "./endpoint-problem"

/** Symbols of contracts that differ from the gateway's code of the coin. */
const OTHER_SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  // USDT0 on Polygon and Arbitrum, Binance-Peg on BNB Smart Chain.
  USDT: ["USDT0", "BSC-USD"],
}

const LONGEST_SYMBOL = 32

type Result = RpcResult<string | number | null>

/** The calls that read symbol and decimals of each coin. */
export function coinCalls({
  tokens,
}: Network): RpcCall<string | number | null>[] {
  return Object.values(tokens).flatMap(({ address }) => [
    symbolOf(address),
    decimalsOf(address),
  ])
}

/** @param results of `coinCalls`, in order */
export function problemsOfCoins(
  host: string,
  { tokens }: Network,
  results: readonly Result[]
): EndpointProblem[] {
  return Object.entries(tokens).flatMap(
    (entry, index) =>
      problemOfCoin(host, entry, results.slice(2 * index, 2 * index + 2)) ?? []
  )
}

function problemOfCoin(
  host: string,
  [coin, { address, decimals: expected }]: [string, Token],
  results: readonly Result[]
): EndpointProblem | null {
  const params = { host, coin, address }
  const error = firstError(results)
  if (error) {
    return isRefusal(error)
      ? endpointProblem("not_a_coin", params)
      : problemOf(error)
  }
  const [symbol, decimals] = results.map((each) =>
    each.ok ? each.value : null
  )
  if (typeof symbol !== "string" || typeof decimals !== "number") {
    return endpointProblem("no_contract", params)
  }
  if (decimals !== expected) {
    return endpointProblem("wrong_decimals", { ...params, decimals, expected })
  }
  return isSymbolOf(coin, symbol)
    ? null
    : endpointProblem("other_symbol", { ...params, symbol: plain(symbol) })
}

/** Tolerates case and the sign of the tugrik that USDT is written with. */
function isSymbolOf(coin: string, symbol: string): boolean {
  const written = symbol.toUpperCase().replaceAll("₮", "T")
  return [coin, ...(OTHER_SYMBOLS[coin] ?? [])].includes(written)
}

/** Any contract may return any text. */
function plain(symbol: string): string {
  return symbol.replace(/\p{C}/gu, "").slice(0, LONGEST_SYMBOL)
}
