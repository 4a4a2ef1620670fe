import type { Dispatcher, Pool } from "undici"
import { beginningOf } from "../shared/beginning-of"
import { TimeLimit } from "../shared/time-limit"
import { GatewayError, type FailedRequest } from "./gateway-error"
import { JsonError, parseJson } from "./json"
import { publicLookup, publicUrlProblem } from "../shared/address-scope"
import { parseBaseUrl, type ClientOptions } from "./options"
import { parseRetryAfter } from "./retry"
import { privateAddress, transportFault } from "./transport-fault"

/** Header of every sandbox response, and of no gateway's. */
const SANDBOX_HEADER = "x-stablecoin-sandbox"

/** Maximum size of a response body. */
const MAX_ANSWER_BYTES = 1024 * 1024

/** HTTP request to send. */
export type Outgoing = {
  method: "GET" | "POST"
  /** Relative to the base URL, with a leading slash, and already encoded. */
  path: string
  /** Sent as JSON; if absent, the request has no body. */
  body?: unknown
  token?: string
  /** Whether it has an effect at the gateway: a lost response then matters. */
  hasEffect: boolean
  /** Aborts it before its own timeouts do. */
  signal?: AbortSignal
}

/** HTTP response. A body that could not be read is replaced by its error. */
export type Answer = {
  status: number
  retryAfterMs?: number
  body: { value: unknown } | { error: GatewayError }
}

/**
 * HTTP transport for one base URL: a pool of keep-alive connections, timeouts
 * and a size limit of responses. Redirects are never followed.
 */
export class Transport {
  readonly #given?: Dispatcher
  #ownPool?: Promise<Pool>
  readonly #origin: string
  readonly #prefix: string
  readonly #timeouts: { connect: number; headers: number; body: number }
  readonly #now: () => number
  readonly #onClock?: (skewMs: number) => void
  readonly #isPublicOnly: boolean
  readonly #isRefused: boolean
  #closed?: Promise<void>
  #isSandbox = false

  constructor(options: ClientOptions) {
    const { origin, prefix } = parseBaseUrl(options.baseUrl)
    this.#origin = origin
    this.#prefix = prefix
    this.#timeouts = {
      connect: options.timeouts?.connect ?? 5_000,
      headers: options.timeouts?.headers ?? 10_000,
      body: options.timeouts?.body ?? 10_000,
    }
    this.#now = options.now ?? Date.now
    this.#onClock = options.onClock
    this.#isPublicOnly = options.addressScope === "public"
    this.#isRefused =
      this.#isPublicOnly && publicUrlProblem(options.baseUrl) !== null
    this.#given = options.dispatcher
  }

  /** Whether the base URL is the sandbox's, judging by its responses so far. */
  get isSandbox(): boolean {
    return this.#isSandbox
  }

  /** Returns the parts of a request that an error may contain. */
  describe({ method, path }: Pick<Outgoing, "method" | "path">): FailedRequest {
    return { method, path: this.#prefix + path }
  }

  /**
   * Sends one request, once.
   *
   * @throws GatewayError `timeout` or `network` if there is no response,
   *   `private_address` if the address is not allowed
   */
  async exchange(outgoing: Outgoing): Promise<Answer> {
    const request = this.describe(outgoing)
    if (this.#isRefused) {
      throw privateAddress(request)
    }
    const { connect, headers, body } = this.#timeouts
    // The body's timeout restarts with each chunk; this one does not.
    const limit = new TimeLimit(connect + headers + body, outgoing.signal)
    try {
      return await this.#exchange(outgoing, request, limit.signal)
    } finally {
      limit.end()
    }
  }

  async #exchange(
    outgoing: Outgoing,
    request: FailedRequest,
    signal: AbortSignal
  ): Promise<Answer> {
    let sentAt = this.#now()
    let response: Dispatcher.ResponseData
    try {
      const dispatcher = await this.#dispatcher()
      sentAt = this.#now()
      response = await dispatcher.request({
        origin: this.#origin,
        path: request.path,
        method: outgoing.method,
        headers: headersOf(outgoing),
        body:
          outgoing.body === undefined ? null : JSON.stringify(outgoing.body),
        headersTimeout: this.#timeouts.headers,
        bodyTimeout: this.#timeouts.body,
        signal,
      })
    } catch (thrown) {
      throw transportFault(thrown, request, outgoing.hasEffect)
    }
    this.#reportClock(response.headers.date, sentAt)
    this.#noteSandbox(response)
    return {
      status: response.statusCode,
      retryAfterMs: parseRetryAfter(
        response.headers["retry-after"],
        this.#now()
      ),
      body: await readBody(response, request, outgoing.hasEffect),
    }
  }

  async #dispatcher(): Promise<Dispatcher> {
    if (this.#given) {
      return this.#given
    }
    if (this.#closed && !this.#ownPool) {
      throw new Error("The client is closed.")
    }
    return await (this.#ownPool ??= this.#openPool())
  }

  async #openPool(): Promise<Pool> {
    // Imported on first use: about a hundred files that would delay startup.
    const undici = await import("undici")
    const connect = {
      timeout: this.#timeouts.connect,
      ...(this.#isPublicOnly ? { lookup: publicLookup } : {}),
    }
    return new undici.Pool(this.#origin, { connect })
  }

  #reportClock(date: string | string[] | undefined, sentAt: number): void {
    const serverTime = typeof date === "string" ? Date.parse(date) : NaN
    if (!Number.isNaN(serverTime)) {
      // A Date has whole seconds, rounded down, and was set about halfway.
      this.#onClock?.(serverTime + 500 - (sentAt + this.#now()) / 2)
    }
  }

  /**
   * Tracks whether responses are the sandbox's. A proxy's error lacks the
   * header as well, so that only a success without it is a real gateway's.
   */
  #noteSandbox({ statusCode, headers }: Dispatcher.ResponseData): void {
    const isSuccess = statusCode >= 200 && statusCode < 300
    if (headers[SANDBOX_HEADER] !== undefined) {
      this.#isSandbox = true
    } else if (isSuccess) {
      this.#isSandbox = false
    }
  }

  /** Waits for requests in flight and closes the pool if the client owns it. */
  close(): Promise<void> {
    // Closing a pool twice fails.
    this.#closed ??= this.#ownPool
      ? this.#ownPool.then((pool) => pool.close())
      : Promise.resolve()
    return this.#closed
  }
}

function headersOf({ body, token }: Outgoing): Record<string, string> {
  return {
    accept: "application/json",
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
}

async function readBody(
  response: Dispatcher.ResponseData,
  request: FailedRequest,
  hasEffect: boolean
): Promise<Answer["body"]> {
  try {
    const bytes = await beginningOf(response.body, MAX_ANSWER_BYTES)
    if (bytes.length > MAX_ANSWER_BYTES) {
      throw new JsonError(`is larger than ${MAX_ANSWER_BYTES} bytes`)
    }
    return { value: parseJson(bytes) }
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) {
      return { error: transportFault(thrown, request, hasEffect) }
    }
    const error = new GatewayError(
      `was answered with a body that ${thrown.message} (HTTP ${response.statusCode}).`,
      {
        code: "bad_answer",
        request,
        remedy: "Check that the base URL is the gateway's.",
        status: response.statusCode,
        ambiguous: hasEffect,
      }
    )
    return { error }
  }
}
