import { chainId, type RpcCall } from "./calls"
import { post } from "./post"
import { parseAnswer, type ResponseError } from "./response"
import { RpcError, type RpcErrorCode, type RpcResult } from "./rpc-result"

const ANSWERED_WITHIN_MS = 15_000

export type EndpointOptions = {
  /** EIP-155 chain id that it must have. Absent: any. */
  evmChainId?: number
  /** Milliseconds for a whole answer. */
  timeoutMs?: number
  /** Ends requests, which then fail as `unreachable`. */
  signal?: AbortSignal
}

/** One JSON-RPC endpoint of a chain, over HTTP. */
export class RpcEndpoint {
  readonly host: string
  readonly #url: URL
  #isVerified = false

  /** @param url may contain a key, so no error quotes it */
  constructor(
    url: string,
    private readonly options: EndpointOptions = {}
  ) {
    this.#url = new URL(url)
    this.host = this.#url.hostname
  }

  /**
   * Sends calls in one request, or in several to an endpoint that refuses so
   * many at once.
   *
   * @returns the result of each, in order
   * @throws RpcError when none has one
   */
  async batch(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    await this.#verify()
    return await this.#inParts(calls)
  }

  /** An error of this endpoint. */
  error(code: RpcErrorCode, reason: string): RpcError {
    return new RpcError(reason, code, this.host)
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
      throw result?.error ?? this.error("bad_answer", "answered no chain id.")
    }
    if (result.value !== evmChainId) {
      throw this.error(
        "refused",
        `is of another network: its chain id is ${String(result.value)}, not ${evmChainId}.`
      )
    }
    this.#isVerified = true
  }

  /**
   * Some endpoints refuse batches of more than 3 or 10 calls, or answers that
   * are too large: they get halves. A second half that fails leaves the answers
   * to the first.
   */
  async #inParts(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    try {
      return await this.#request(calls)
    } catch (error) {
      if (errorOf(error).code !== "refused" || calls.length === 1) {
        throw error
      }
    }
    const middle = Math.ceil(calls.length / 2)
    const first = await this.#inParts(calls.slice(0, middle))
    const rest = calls.slice(middle)
    const second = await this.#inParts(rest).catch((thrown: unknown) => {
      const error = errorOf(thrown)
      return rest.map(() => ({ ok: false as const, error }))
    })
    return [...first, ...second]
  }

  async #request(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    const body = calls.map(({ method, params }, id) => ({
      jsonrpc: "2.0",
      id,
      method,
      params,
    }))
    const { timeoutMs = ANSWERED_WITHIN_MS, signal } = this.options
    const limits = { timeoutMs, signal }
    const { status, text } = await post(this.#url, body, limits).catch(() => {
      throw this.error("unreachable", "did not answer.")
    })
    if (status === 429) {
      throw this.#refusal({ code: null, isRateLimit: true })
    }
    if (status >= 500) {
      throw this.error("unreachable", `answered HTTP ${status}.`)
    }
    if (text === null) {
      throw this.error("refused", "returned too much at once.")
    }
    const answer = parseAnswer(text, calls.length)
    if (!answer) {
      throw status === 401 || status === 403
        ? this.error("refused", "refuses its key (HTTP 401 or 403).")
        : this.error("bad_answer", `answered HTTP ${status} without JSON-RPC.`)
    }
    if (answer.error) {
      throw this.#refusal(answer.error)
    }
    return calls.map(({ method, schema }, id) => {
      const { error, result } = answer.responses.get(id) ?? {}
      const { success, data } = schema.safeParse(result)
      const unknown = `answered ${method} in an unknown form.`
      return !error && success
        ? { ok: true, value: data }
        : {
            ok: false,
            error: error
              ? this.#refusal(error)
              : this.error("bad_answer", unknown),
          }
    })
  }

  /** The message is not quoted: vendors repeat keys and parameters in it. */
  #refusal({ code, isRateLimit }: ResponseError): RpcError {
    const named = typeof code === "number" ? ` (code ${code})` : ""
    return isRateLimit
      ? this.error("rate_limited", "was asked too often.")
      : this.error("refused", `refused a call${named}.`)
  }
}

/** @throws any other error */
export function errorOf(thrown: unknown): RpcError {
  if (thrown instanceof RpcError) {
    return thrown
  }
  throw thrown
}
