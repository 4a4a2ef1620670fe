import type { Pool } from "undici"
import { parseRetryAfter } from "../../shared/retry-after"
import { TimeLimit } from "../../shared/time-limit"
import { chainId, type RpcCall } from "./calls"
import { inParts } from "./in-parts"
import { parseAnswer, type Response, type ResponseError } from "./response"
import { RpcError, type RpcErrorCode } from "./rpc-error"
import type { RpcResult, RpcResults } from "./rpc-result"

const CONNECTED_WITHIN_MS = 5_000
const ANSWERED_WITHIN_MS = 15_000
/** 10,000 logs, the most that endpoints return, take about 7 MB. */
const MAX_LOGS_BYTES = 16 * 1024 * 1024
const MAX_ANSWER_BYTES = 256 * 1024
/** Methods whose results contain logs. */
const OF_LOGS = ["eth_getLogs", "eth_getTransactionReceipt"]

export type RpcEndpointOptions = {
  /** May contain a key in its path or query, so it is quoted nowhere. */
  url: string
  /** EIP-155 chain id that it must have. Absent: any. */
  evmChainId?: number
  /** Milliseconds for a whole answer. */
  timeoutMs?: number
  /** Ends requests, which then fail as `unreachable`. */
  signal?: AbortSignal
  /** The clock in milliseconds since 1970. */
  now?: () => number
}

/** One JSON-RPC endpoint of a chain, over HTTP. */
export class RpcEndpoint {
  readonly host: string
  readonly #url: URL
  /** Calls of one request. Null: no limit is known. */
  #maxBatch: number | null = null
  #pool: Promise<Pool> | undefined
  #isVerified = false

  constructor(private readonly options: RpcEndpointOptions) {
    this.#url = new URL(options.url)
    this.host = this.#url.hostname
  }

  /**
   * Sends calls in one request, or in several to an endpoint that refuses so
   * many at once.
   *
   * @returns the result of each, in order
   * @throws RpcError when none has one
   */
  async batch<const Calls extends readonly RpcCall<unknown>[]>(
    calls: Calls
  ): Promise<RpcResults<Calls>> {
    await this.#verify()
    const { results, maxBatch } = await inParts(calls, this.#maxBatch, (part) =>
      this.#request(part)
    )
    this.#maxBatch = maxBatch
    return results as RpcResults<Calls>
  }

  /**
   * An endpoint of another network would contradict every payment.
   *
   * @throws RpcError unless it is of the right network
   */
  async #verify(): Promise<void> {
    const { evmChainId } = this.options
    if (evmChainId === undefined || this.#isVerified) {
      return
    }
    const [result] = await this.#request([chainId()])
    if (!result?.ok) {
      throw result?.error ?? this.#error("bad_answer", "answered no chain id.")
    }
    if (result.value !== evmChainId) {
      throw this.#error(
        "refused",
        `is of another network: its chain id is ${String(result.value)}, not ${evmChainId}.`
      )
    }
    this.#isVerified = true
  }

  /** Waits for requests in flight. */
  async close(): Promise<void> {
    await (await this.#pool)?.close()
  }

  async #request(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    const responses = await this.#send(calls)
    return calls.map((call, id) => this.#resultOf(call, responses.get(id)))
  }

  async #send(
    calls: readonly RpcCall<unknown>[]
  ): Promise<Map<number, Response>> {
    const { timeoutMs = ANSWERED_WITHIN_MS, signal } = this.options
    const limit = new TimeLimit(timeoutMs, signal)
    try {
      return await this.#exchange(calls, limit.signal)
    } catch (thrown) {
      throw thrown instanceof RpcError
        ? thrown
        : this.#error("unreachable", "did not answer.")
    } finally {
      limit.end()
    }
  }

  async #exchange(
    calls: readonly RpcCall<unknown>[],
    signal: AbortSignal
  ): Promise<Map<number, Response>> {
    const pool = await (this.#pool ??= this.#open())
    const { statusCode, headers, body } = await pool.request({
      path: this.#url.pathname + this.#url.search,
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...authorizationOf(this.#url),
      },
      body: JSON.stringify(
        calls.map(({ method, params }, id) => ({
          jsonrpc: "2.0",
          id,
          method,
          params,
        }))
      ),
      signal,
    })
    const hasLogs = calls.some(({ method }) => OF_LOGS.includes(method))
    const most = hasLogs ? MAX_LOGS_BYTES : MAX_ANSWER_BYTES
    const text = await this.#read(body, most)
    if (statusCode === 429) {
      const now = (this.options.now ?? Date.now)()
      throw this.#error(
        "rate_limited",
        "was asked too often.",
        parseRetryAfter(headers["retry-after"], now)
      )
    }
    if (statusCode >= 500) {
      throw this.#error("unreachable", `answered HTTP ${statusCode}.`)
    }
    return this.#responsesIn(text, statusCode, calls.length)
  }

  #responsesIn(
    text: string,
    statusCode: number,
    calls: number
  ): Map<number, Response> {
    const answer = parseAnswer(text, calls)
    if (!answer) {
      throw statusCode === 401 || statusCode === 403
        ? this.#error("refused", "refuses its key (HTTP 401 or 403).")
        : this.#error(
            "bad_answer",
            `answered HTTP ${statusCode} without JSON-RPC.`
          )
    }
    if (answer.error) {
      throw this.#errorOf(answer.error)
    }
    return answer.responses
  }

  #resultOf<T>(
    { method, schema }: RpcCall<T>,
    response: Response | undefined
  ): RpcResult<T> {
    if (response?.error) {
      return { ok: false, error: this.#errorOf(response.error) }
    }
    const result = schema.safeParse(response?.result)
    return result.success
      ? { ok: true, value: result.data }
      : {
          ok: false,
          error: this.#error(
            "bad_answer",
            `answered ${method} in an unknown form.`
          ),
        }
  }

  /** The message is not quoted: vendors repeat keys and parameters in it. */
  #errorOf({ code, isRateLimit }: ResponseError): RpcError {
    if (isRateLimit) {
      return this.#error("rate_limited", "was asked too often.")
    }
    // Text may repeat a key.
    const named = typeof code === "number" ? ` (code ${code})` : ""
    return this.#error("refused", `refused a call${named}.`)
  }

  #error(code: RpcErrorCode, reason: string, retryAfterMs?: number): RpcError {
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
    return new RpcError(reason, { code, host: this.host, ...wait })
  }

  async #read(body: AsyncIterable<Uint8Array>, most: number): Promise<string> {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of body) {
      size += piece.length
      if (size > most) {
        throw this.#error("refused", "returned too much at once.")
      }
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString("utf8")
  }

  async #open(): Promise<Pool> {
    // Imported on first use: about a hundred files that would delay startup.
    const undici = await import("undici")
    return new undici.Pool(this.#url.origin, {
      connect: { timeout: CONNECTED_WITHIN_MS },
    })
  }
}

/** Some endpoints take a user name and a password in their URL. */
function authorizationOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) {
    return {}
  }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}
