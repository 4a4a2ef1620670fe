import { RpcEndpoint, RpcError } from "../rpc"
import { checkCoins, type CoinCheck } from "./check-coins"
import {
  checkEndpoint,
  type EndpointCheck,
  type ExpectedEndpoint,
  problemOf,
} from "./check-endpoint"
import { type EndpointProblem, endpointProblem } from "./endpoint-problem"
import { findLogRange } from "./find-log-range"

/** Short, since a user waits. */
const TIMEOUT_MS = 5_000
/** Blocks. Smaller ranges make finding transfers slow. */
const ENOUGH_LOGS = 100

export type EndpointAddress = { url: string; addressScope: "any" | "public" }

/** Result of testing an endpoint. Never contains its URL. */
export type EndpointTest = EndpointCheck & {
  /** Whether no problem is an error. */
  ok: boolean
  /** Blocks that `eth_getLogs` takes at once. Null: unknown, or none. */
  log_range: number | null
  coins: CoinCheck[]
}

/**
 * Tests an endpoint on a separate connection: chain, head, finality, coins and
 * logs, in 3 to 7 requests. Does not throw.
 */
export async function testEndpoint(
  address: EndpointAddress,
  expected: ExpectedEndpoint
): Promise<EndpointTest> {
  return await withEndpoint(address, async (endpoint) => {
    const check = await checkEndpoint(endpoint, expected)
    const { head, problems } = check
    const isRightChain = check.evm_chain_id === expected.network.evmChainId
    const more =
      head && isRightChain
        ? await testContents(endpoint, expected, head.number)
        : { coins: [], log_range: null, problems: [] }
    const all = [...problems, ...more.problems]
    return {
      ...check,
      ...more,
      ok: all.every(({ severity }) => severity !== "error"),
      problems: all,
    }
  })
}

/** Checks an endpoint in one request, on a separate connection. */
export async function probeEndpoint(
  address: EndpointAddress,
  expected: ExpectedEndpoint
): Promise<EndpointCheck> {
  return await withEndpoint(address, (endpoint) =>
    checkEndpoint(endpoint, expected)
  )
}

type Contents = Pick<EndpointTest, "coins" | "log_range" | "problems">

async function testContents(
  endpoint: RpcEndpoint,
  { network, now = Date.now }: ExpectedEndpoint,
  head: number
): Promise<Contents> {
  const { host } = endpoint
  let coins: CoinCheck[] = []
  const problems: EndpointProblem[] = []
  try {
    const checked = await checkCoins(endpoint, network)
    coins = checked.coins
    problems.push(...checked.problems)
    const range = await findLogRange(endpoint, network, head, now)
    if (range === null) {
      problems.push(endpointProblem("no_logs", { host }))
    } else if (range < ENOUGH_LOGS) {
      problems.push(endpointProblem("small_log_range", { host, blocks: range }))
    }
    return { coins, log_range: range, problems }
  } catch (error) {
    if (error instanceof RpcError) {
      return {
        coins,
        log_range: null,
        problems: [...problems, problemOf(error)],
      }
    }
    throw error
  }
}

async function withEndpoint<T>(
  address: EndpointAddress,
  run: (endpoint: RpcEndpoint) => Promise<T>
): Promise<T> {
  const endpoint = new RpcEndpoint({ ...address, timeoutMs: TIMEOUT_MS })
  try {
    return await run(endpoint)
  } finally {
    // Not awaited: it ends with the last request.
    void endpoint.close().catch(() => undefined)
  }
}
