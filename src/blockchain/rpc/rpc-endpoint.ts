import { z } from "zod"
import { beginningOf } from "../../shared/beginning-of"
import { boundedArray } from "../../shared/bounded-array"
import { TimeLimit } from "../../shared/time-limit"
import { chainIdOf, type RpcCall } from "./calls"
import { RpcError, type RpcErrorCode } from "./rpc-error"

const ANSWERED_WITHIN_MS = 15_000
/** 10,000 logs, the most that endpoints return, take about 7 MB. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Almost all endpoints take so many at once. */
const CALLS_PER_REQUEST = 10

/** Codes and words of too many requests, of different vendors. */
const RATE_LIMIT = /-32005|-32029|\b429\b|rate.?limit|too.?many.?requests/i

/** The response to one call. Vendors write an error in any form. */
const responseSchema = z.object({
  id: z.union([z.number(), z.string().transform(Number)]),
  result: z.unknown(),
  error: z.unknown(),
})

export type EndpointOptions = {
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
  readonly #url: URL
  #isVerified = false

  /** @param url may contain a key, so no error quotes it */
  constructor(
    url: string,
    private readonly options: EndpointOptions
  ) {
    this.#url = new URL(url)
  }

  /** @returns the result of each call, in order */
  async batch(calls: readonly RpcCall<unknown>[]): Promise<unknown[]> {
    const { evmChainId } = this.options
    const isNew = evmChainId !== undefined && !this.#isVerified
    const all = isNew ? [chainIdOf(evmChainId), ...calls] : calls
    const results = await this.#send(all)
    const doubt = this.#doubt(all, results)
    this.#isVerified ||= !doubt
    return doubt ? calls.map(() => doubt) : results.slice(isNew ? 1 : 0)
  }

  /** Why none of the answers counts, or null. */
  #doubt(
    calls: readonly RpcCall<unknown>[],
    results: readonly unknown[]
  ): RpcError | null {
    const now = (this.options.now ?? Date.now)()
    for (const [index, { doubt }] of calls.entries()) {
      const result = results[index]
      if (doubt && result instanceof RpcError) {
        return result
      }
      const found = doubt?.(result, now)
      if (found) {
        return this.#error(found.code, found.reason)
      }
    }
    return null
  }

  /**
   * Sends calls in as few requests as possible. Those of a refused request are
   * sent one by one: some endpoints take fewer, or return less at once.
   */
  async #send(
    calls: readonly RpcCall<unknown>[],
    size = CALLS_PER_REQUEST
  ): Promise<unknown[]> {
    const results: unknown[] = []
    while (results.length < calls.length) {
      const part = calls.slice(results.length, results.length + size)
      const answer = await this.#request(part)
      if (!(answer instanceof RpcError)) {
        results.push(...answer)
      } else if (answer.code === "refused" && part.length > 1) {
        results.push(...(await this.#send(part, 1)))
      } else {
        results.push(...part.map(() => answer))
      }
      const away = results.find(
        (result) => result instanceof RpcError && result.isAway
      )
      if (away) {
        return [...results, ...calls.slice(results.length).map(() => away)]
      }
    }
    return results
  }

  async #request(
    calls: readonly RpcCall<unknown>[]
  ): Promise<unknown[] | RpcError> {
    const posted = await this.#post(
      calls.map(({ method, params }, id) => ({
        jsonrpc: "2.0",
        id,
        method,
        params,
      }))
    ).catch(() => null)
    if (!posted) {
      return this.#error("unreachable", "did not answer.")
    }
    const { status, text } = posted
    if (status === 429) {
      return this.#refusal(status)
    }
    if (status >= 500) {
      return this.#error("unreachable", `answered HTTP ${status}.`)
    }
    if (text === null) {
      return this.#error("refused", "returned too much at once.")
    }
    const value = parse(text)
    const responses = boundedArray(z.unknown(), calls.length).safeParse(value)
    if (!responses.success) {
      const { error } = Object(value) as { error?: unknown }
      return error == null ? this.#notRpc(status) : this.#refusal(error)
    }
    const byId = new Map(
      responses.data
        .flatMap((response) => responseSchema.safeParse(response).data ?? [])
        .map((response) => [response.id, response])
    )
    return calls.map(({ method, schema }, id) => {
      const { error, result } = byId.get(id) ?? {}
      if (error != null) {
        return this.#refusal(error)
      }
      const { success, data } = schema.safeParse(result)
      return success
        ? data
        : this.#error("bad_answer", `answered ${method} in an unknown form.`)
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
      const response = await fetch(this.#url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
        },
        body: JSON.stringify(body),
        redirect: "manual",
        signal: limit.signal,
      })
      const bytes = await beginningOf(response.body ?? [], MAX_ANSWER_BYTES)
      const isTooLarge = bytes.length > MAX_ANSWER_BYTES
      const text = isTooLarge ? null : bytes.toString("utf8")
      return { status: response.status, text }
    } finally {
      limit.end()
    }
  }

  #notRpc(status: number): RpcError {
    return status === 401 || status === 403
      ? this.#error("unreachable", `refuses its key (HTTP ${status}).`)
      : this.#error(
          // Also for too many calls at once.
          status === 400 || status === 413 ? "refused" : "bad_answer",
          `answered HTTP ${status} without JSON-RPC.`
        )
  }

  /** The error is not quoted: vendors repeat keys and parameters in it. */
  #refusal(error: unknown): RpcError {
    const code = z.object({ code: z.number() }).safeParse(error).data?.code
    return RATE_LIMIT.test(JSON.stringify(error))
      ? this.#error("rate_limited", "was asked too often.")
      : this.#error(
          "refused",
          `refused a call${code === undefined ? "" : ` (code ${code})`}.`
        )
  }

  #error(code: RpcErrorCode, reason: string): RpcError {
    return new RpcError(reason, code, this.#url.hostname)
  }
}

/** @returns undefined unless it is JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
