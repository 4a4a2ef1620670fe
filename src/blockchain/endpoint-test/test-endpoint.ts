import { TimeLimit } from "../../shared/time-limit"
import { RpcEndpoint, RpcError } from "../rpc"
import {
  checkEndpoint,
  type EndpointCheck,
  type ExpectedEndpoint,
} from "./check-endpoint"
import {
  type EndpointProblem,
  endpointProblem,
  problemOf,
} from "./endpoint-problem"
import { ENOUGH_LOGS, findLogRange } from "./find-log-range"

/** Short, since a user waits. */
const TIMEOUT_MS = 5_000
/** For all requests. A health check may take little longer. */
const TAKES_AT_MOST_MS = 10_000

/** Result of testing an endpoint. Never contains its URL. */
export type EndpointTest = EndpointCheck & {
  /** Whether no problem is an error. */
  ok: boolean
  /**
   * Blocks that `eth_getLogs` takes at once, of those that were tried. Null:
   * unknown, or none.
   */
  log_range: number | null
}

/**
 * Tests an endpoint on a separate connection: chain, head, finality and coins in
 * one request, then logs in 1 to 5. An endpoint that limits batches gets more.
 * Does not throw.
 *
 * @param options `maxLogRange`: larger ranges of blocks are not tried.
 *   `ENOUGH_LOGS` leaves 1 or 2 requests for logs. `signal`: ends the test early
 */
export async function testEndpoint(
  url: string,
  expected: ExpectedEndpoint,
  {
    maxLogRange = Infinity,
    signal,
  }: { maxLogRange?: number; signal?: AbortSignal } = {}
): Promise<EndpointTest> {
  const limit = new TimeLimit(TAKES_AT_MOST_MS, signal)
  const endpoint = new RpcEndpoint({
    url,
    timeoutMs: TIMEOUT_MS,
    signal: limit.signal,
  })
  try {
    const check = await checkEndpoint(endpoint, expected)
    const { head } = check
    const logs =
      head && check.evm_chain_id === expected.network.evmChainId
        ? await testLogs(endpoint, expected, head.number, maxLogRange)
        : { log_range: null, problems: [] }
    const problems = distinct([...check.problems, ...logs.problems])
    return {
      ...check,
      ...logs,
      ok: problems.every(({ severity }) => severity !== "error"),
      problems,
    }
  } finally {
    limit.end()
    // Not awaited: it ends with the last request.
    void endpoint.close().catch(() => undefined)
  }
}

async function testLogs(
  endpoint: RpcEndpoint,
  { network }: ExpectedEndpoint,
  head: number,
  maxLogRange: number
): Promise<Pick<EndpointTest, "log_range" | "problems">> {
  const { host } = endpoint
  try {
    const blocks = await findLogRange(endpoint, network, head, maxLogRange)
    if (blocks === null) {
      const problems = [endpointProblem("no_logs", { host })]
      return { log_range: null, problems }
    }
    const problems =
      blocks < ENOUGH_LOGS
        ? [endpointProblem("small_log_range", { host, blocks })]
        : []
    return { log_range: blocks, problems }
  } catch (error) {
    if (error instanceof RpcError) {
      // It has answered other calls.
      const problem =
        error.code === "unreachable"
          ? endpointProblem("late_logs", { host })
          : problemOf(error)
      return { log_range: null, problems: [problem] }
    }
    throw error
  }
}

/** Several calls may fail for one reason. */
function distinct(problems: readonly EndpointProblem[]): EndpointProblem[] {
  return [
    ...new Map(problems.map((problem) => [problem.message, problem])).values(),
  ]
}
