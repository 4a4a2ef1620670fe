import { decimalsOf, symbolOf } from "../contract-calls"
import type { Network, Token } from "../networks"
import type { RpcEndpoint, RpcResult } from "../rpc"
import { problemOf } from "./check-endpoint"
import { type EndpointProblem, endpointProblem } from "./endpoint-problem"

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

/** Reads symbol and decimals of each coin in one request. @throws RpcError */
export async function checkCoins(
  endpoint: RpcEndpoint,
  { tokens }: Network
): Promise<{ coins: CoinCheck[]; problems: EndpointProblem[] }> {
  const entries = Object.entries(tokens)
  const results = await endpoint.batch([
    ...entries.map(([, { address }]) => symbolOf(address)),
    ...entries.map(([, { address }]) => decimalsOf(address)),
  ])
  const checks = entries.map(([coin, token], index) =>
    checkCoin(endpoint.host, [coin, token], {
      symbol: results[index] as RpcResult<string | null>,
      decimals: results[entries.length + index] as RpcResult<number | null>,
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
    return failed.error.code === "rate_limited"
      ? problemOf(failed.error)
      : endpointProblem("not_a_coin", params)
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
