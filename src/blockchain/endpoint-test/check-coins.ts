import { decimalsOf, symbolOf } from "../contract-calls"
import type { Network, Token } from "../networks"
import type { RpcCall, RpcResult } from "../rpc"
import {
  type EndpointProblem,
  endpointProblem,
  isRefusal,
  problemOf,
} from "./endpoint-problem"

/** A coin as its contract describes itself. Null: unknown. */
export type CoinCheck = {
  coin: string
  symbol: string | null
  decimals: number | null
}

/** Symbols of contracts that differ from the gateway's code of the coin. */
const OTHER_SYMBOLS: Readonly<Record<string, readonly string[]>> = {
  // USDT0 on Polygon and Arbitrum, Binance-Peg on BNB Smart Chain.
  USDT: ["USDT0", "BSC-USD"],
}

const LONGEST_SYMBOL = 32

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
export function checkCoins(
  host: string,
  { tokens }: Network,
  results: readonly RpcResult<string | number | null>[]
): { coins: CoinCheck[]; problems: EndpointProblem[] } {
  const checks = Object.entries(tokens).map((entry, index) =>
    checkCoin(host, entry, {
      symbol: results[2 * index] as RpcResult<string | null>,
      decimals: results[2 * index + 1] as RpcResult<number | null>,
    })
  )
  return {
    coins: checks.map(({ check }) => check),
    problems: checks.flatMap(({ problem }) => problem ?? []),
  }
}

type Results = {
  symbol: RpcResult<string | null>
  decimals: RpcResult<number | null>
}

function checkCoin(
  host: string,
  [coin, token]: [string, Token],
  { symbol, decimals }: Results
): { check: CoinCheck; problem: EndpointProblem | null } {
  const check = {
    coin,
    symbol: symbol.ok ? plain(symbol.value) : null,
    decimals: decimals.ok ? decimals.value : null,
  }
  const problem = problemOfCoin(host, token, check, { symbol, decimals })
  return { check, problem }
}

function problemOfCoin(
  host: string,
  { address, decimals: expected }: Token,
  { coin, symbol, decimals }: CoinCheck,
  results: Results
): EndpointProblem | null {
  const params = { host, coin, address }
  const failed = Object.values(results).find((result) => !result.ok)
  if (failed && !failed.ok) {
    return isRefusal(failed.error)
      ? endpointProblem("not_a_coin", params)
      : problemOf(failed.error)
  }
  if (symbol === null || decimals === null) {
    return endpointProblem("no_contract", params)
  }
  if (decimals !== expected) {
    return endpointProblem("wrong_decimals", { ...params, decimals, expected })
  }
  return isSymbolOf(coin, symbol)
    ? null
    : endpointProblem("other_symbol", { ...params, symbol })
}

/** Tolerates case and the sign of the tugrik that USDT is written with. */
function isSymbolOf(coin: string, symbol: string): boolean {
  const written = symbol.toUpperCase().replaceAll("₮", "T")
  return [coin, ...(OTHER_SYMBOLS[coin] ?? [])].includes(written)
}

/** Any contract may return any text. */
function plain(symbol: string | null): string | null {
  return symbol && symbol.replace(/\p{C}/gu, "").slice(0, LONGEST_SYMBOL)
}
