import { TimeLimit } from "../../shared/time-limit"
import {
  chainId,
  firstError,
  type RpcCall,
  RpcError,
  type RpcErrorCode,
  type RpcResult,
} from "./calls"
import { parseAnswer, type ResponseError } from "./response"

const ANSWERED_WITHIN_MS = 15_000
/** 10,000 logs, the most that endpoints return, take about 7 MB. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

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
  readonly #url: URL
  #isVerified = false

  /** @param url may contain a key, so no error quotes it */
  constructor(
    url: string,
    private readonly options: EndpointOptions = {}
  ) {
    this.#url = new URL(url)
  }

  /**
   * Sends calls in one request, or in several to an endpoint that refuses so
   * many at once.
   *
   * @returns the result of each, in order
   */
  async batch(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    const error = await this.#verify()
    return error ? failed(calls, error) : await this.#inParts(calls)
  }

  /** An error of this endpoint. */
  error(code: RpcErrorCode, reason: string): RpcError {
    return new RpcError(reason, code, this.#url.hostname)
  }

  /** An endpoint of another network would contradict every payment. */
  async #verify(): Promise<RpcError | null> {
    const { evmChainId } = this.options
    if (evmChainId === undefined || this.#isVerified) {
      return null
    }
    const [result] = await this.#inParts([chainId()])
    if (!result?.ok) {
      return result?.error ?? this.error("bad_answer", "answered no chain id.")
    }
    this.#isVerified = result.value === evmChainId
    return this.#isVerified
      ? null
      : this.error(
          "refused",
          `is of another network: its chain id is ${String(result.value)}, not ${evmChainId}.`
        )
  }

  /**
   * Some endpoints refuse batches of more than 3 or 10 calls, or answers that
   * are too large: they get halves. Answers to the first half count even if the
   * second one fails, which is not sent if none of the first was answered.
   */
  async #inParts(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[]> {
    const answer = await this.#request(calls)
    if (!(answer instanceof RpcError)) {
      return answer
    }
    if (answer.code !== "refused" || calls.length === 1) {
      return failed(calls, answer)
    }
    const middle = Math.ceil(calls.length / 2)
    const first = await this.#inParts(calls.slice(0, middle))
    const rest = calls.slice(middle)
    const error = firstError(first)
    const isAway =
      error?.code === "rate_limited" || first.every(({ ok }) => !ok)
    return [
      ...first,
      ...(error && isAway ? failed(rest, error) : await this.#inParts(rest)),
    ]
  }

  async #request(
    calls: readonly RpcCall<unknown>[]
  ): Promise<RpcResult<unknown>[] | RpcError> {
    const body = calls.map(({ method, params }, id) => ({
      jsonrpc: "2.0",
      id,
      method,
      params,
    }))
    const posted = await this.#post(body).catch(() => null)
    if (!posted) {
      return this.error("unreachable", "did not answer.")
    }
    const { status, text } = posted
    if (status === 429) {
      return this.#refusal({ isRateLimit: true })
    }
    if (status >= 500) {
      return this.error("unreachable", `answered HTTP ${status}.`)
    }
    if (text === null) {
      return this.error("refused", "returned too much at once.")
    }
    const answer = parseAnswer(text, calls.length)
    if (!answer) {
      return status === 401 || status === 403
        ? this.error("refused", "refuses its key (HTTP 401 or 403).")
        : this.error(
            // Also for too many calls at once.
            status === 400 || status === 413 ? "refused" : "bad_answer",
            `answered HTTP ${status} without JSON-RPC.`
          )
    }
    if (answer.error) {
      return this.#refusal(answer.error)
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

  /**
   * Follows no redirect, which would give the key in the URL to another host.
   *
   * @returns null text for an answer that is too large to be read
   * @throws when there is no answer. The error may contain the URL
   */
  async #post(body: unknown): Promise<{ status: number; text: string | null }> {
    const { timeoutMs = ANSWERED_WITHIN_MS, signal } = this.options
    const limit = new TimeLimit(timeoutMs, signal)
    try {
      const response = await fetch(withoutCredentials(this.#url), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          ...authorizationOf(this.#url),
        },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: limit.signal,
      })
      return { status: response.status, text: await textOf(response) }
    } finally {
      limit.end()
    }
  }

  /** The message is not quoted: vendors repeat keys and parameters in it. */
  #refusal({ code, isRateLimit }: ResponseError): RpcError {
    const named = code === undefined ? "" : ` (code ${code})`
    return isRateLimit
      ? this.error("rate_limited", "was asked too often.")
      : this.error("refused", `refused a call${named}.`)
  }
}

/** The result of calls that have no other. */
export function failed(
  calls: readonly RpcCall<unknown>[],
  error: RpcError
): RpcResult<unknown>[] {
  return calls.map(() => ({ ok: false, error }))
}

async function textOf({ body }: Response): Promise<string | null> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > MAX_ANSWER_BYTES) {
      return null
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString("utf8")
}

/** `fetch` refuses URLs with a user name and a password. */
function withoutCredentials(url: URL): URL {
  return Object.assign(new URL(url), { username: "", password: "" })
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) {
    return {}
  }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}
