import type { z } from "zod"
import { TimeLimit } from "../shared/time-limit"
import { withTimeout } from "../shared/with-timeout"
import { GatewayError } from "./gateway-error"
import { checkInput } from "./input"
import {
  CREATION_DEADLINE_MS,
  type ClientOptions,
  type GatewayOperation,
  type ObservedRequest,
} from "./options"
import { type Dialect, readAnswer } from "./read-answer"
import { withRetries, type RetryPolicy } from "./retry"
import { TokenSource, type IssuedToken } from "./token-source"
import { type Answer, Transport, type Outgoing } from "./transport"

/** Differences between the two APIs. */
export type Protocol<Token extends IssuedToken> = {
  dialect: Dialect
  verifyPath: string
  /** Parses the `data` of a verification. */
  tokenSchema: z.ZodType<Token>
}

/** One call of an API. */
export type Call<T> = Omit<Outgoing, "token" | "signal"> & {
  operation: GatewayOperation
  /** Parses the response's `data`. */
  schema: z.ZodType<T>
  /**
   * Validates the data beyond its schema. Building a schema for one call would
   * take longer than the call.
   */
  problemOf?(data: NoInfer<T>): string | null
  /**
   * Whether sending it twice is harmless. Only creations are not repeatable,
   * and these have a deadline.
   */
  isRepeatable: boolean
}

/** A creation: its body is validated against the contract before it is sent. */
type Creation<T> = {
  path: string
  request: z.ZodType
  input: unknown
  /** Parses the response's `data`. */
  schema: z.ZodType<T>
}

/**
 * The client of one API with its credentials. Handles tokens, retries and
 * errors.
 */
export abstract class GatewayApi<Token extends IssuedToken> {
  /** Private at run time too: they have the secret. */
  readonly #options: ClientOptions
  readonly #protocol: Protocol<Token>
  readonly #transport: Transport
  readonly #tokens: TokenSource<Token>
  readonly #policy: RetryPolicy
  readonly #closing = new AbortController()

  constructor(options: ClientOptions, protocol: Protocol<Token>) {
    this.#options = options
    this.#protocol = protocol
    this.#transport = new Transport(options)
    this.#tokens = new TokenSource(
      () => this.#issueToken(),
      options.now ?? Date.now
    )
    this.#policy = {
      retries: options.retries ?? 2,
      baseMs: options.backoff?.baseMs ?? 250,
      capMs: options.backoff?.capMs ?? 30_000,
      signal: this.#closing.signal,
    }
  }

  /** Whether the sandbox sent the responses; false before the first one. */
  get isSandbox(): boolean {
    return this.#transport.isSandbox
  }

  /** Requests a fresh token, even if one is in use. */
  protected freshToken(): Promise<Token> {
    return this.#tokens.fresh()
  }

  /**
   * Makes a call with the current token: normally one request. After a 401 it
   * retries once with a fresh token. After any other refusal it discards the
   * token, so that the next call requests a new one. The contract allows a
   * failure to have any status, so the token may have expired.
   *
   * @throws GatewayError of this call, or of the token request before it
   */
  protected async call<T>(call: Call<T>): Promise<T> {
    if (call.isRepeatable) {
      return await this.#call(call, async (token) => await token)
    }
    const ms = this.#options.timeouts?.creation ?? CREATION_DEADLINE_MS
    const endsAt = performance.now() + ms
    const limit = new TimeLimit(ms)
    try {
      return await this.#call({ ...call, signal: limit.signal }, (token) =>
        // Other calls may wait for the same token, so that it is not aborted.
        withTimeout(token, endsAt - performance.now(), () => {
          throw this.#unsent(call, ms)
        })
      )
    } finally {
      limit.end()
    }
  }

  /**
   * Creates a payment at the gateway. Sent once, or a second time after a 401,
   * which had no effect.
   *
   * @throws GatewayError `invalid` for input that the gateway would reject. If
   *   it is `ambiguous`, an unknown payment may exist: keep it open, and do not
   *   create another one blindly
   */
  protected async create<T>({
    path,
    request,
    input,
    schema,
  }: Creation<T>): Promise<T> {
    const creation = { operation: "create", method: "POST", path } as const
    return await this.call({
      ...creation,
      body: checkInput(request, input, this.describe(creation)),
      schema,
      hasEffect: true,
      isRepeatable: false,
    })
  }

  /** @param inTime waits for a token */
  async #call<T>(
    call: Call<T> & Pick<Outgoing, "signal">,
    inTime: (token: Promise<string>) => Promise<string>
  ): Promise<T> {
    const token = await inTime(this.#tokens.get())
    try {
      return await this.#send({ ...call, token })
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status !== 401) {
        if (error instanceof GatewayError && error.code === "rejected") {
          this.#tokens.giveUp(token)
        }
        throw error
      }
    }
    const renewed = await inTime(this.#tokens.replace(token))
    return await this.#send({ ...call, token: renewed })
  }

  /** The error of a creation without a token, which is never ambiguous. */
  #unsent(call: Call<unknown>, ms: number): GatewayError {
    return new GatewayError(
      `was not sent: no token arrived within ${ms / 1000} s.`,
      {
        code: "timeout",
        request: this.describe(call),
        remedy: "Check the base URL and the network.",
      }
    )
  }

  /** Returns the parts of a request that an error may contain. */
  protected describe(call: Pick<Outgoing, "method" | "path">) {
    return this.#transport.describe(call)
  }

  /** Aborts waits, lets requests in flight finish, and closes connections. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#transport.close()
  }

  #issueToken(): Promise<Token> {
    return this.#send({
      operation: "verify",
      method: "POST",
      path: this.#protocol.verifyPath,
      body: {
        client_id: this.#options.clientId,
        client_secret: this.#options.clientSecret,
      },
      schema: this.#protocol.tokenSchema,
      hasEffect: false,
      isRepeatable: true,
    })
  }

  #send<T>(call: Call<T> & Outgoing): Promise<T> {
    return call.isRepeatable
      ? withRetries(() => this.#attempt(call), this.#policy)
      : this.#attempt(call)
  }

  async #attempt<T>(call: Call<T> & Outgoing): Promise<T> {
    const seen: Pick<ObservedRequest, "status" | "code"> = {}
    const sentAt = performance.now()
    try {
      const answer = await this.#transport.exchange(call)
      seen.status = answer.status
      return this.#read(call, answer)
    } catch (error) {
      if (error instanceof GatewayError) {
        seen.code = error.code
      }
      throw error
    } finally {
      const durationMs = performance.now() - sentAt
      this.#options.onRequest?.({
        operation: call.operation,
        durationMs,
        ...seen,
      })
    }
  }

  #read<T>(call: Call<T> & Outgoing, answer: Answer): T {
    if (answer.status === 429) {
      this.#options.onRateLimit?.(answer.retryAfterMs)
    }
    return readAnswer(answer, {
      request: this.describe(call),
      hasEffect: call.hasEffect,
      isVerification: call.token === undefined,
      dialect: this.#protocol.dialect,
      schema: call.schema,
      problemOf: call.problemOf,
      secrets: [this.#options.clientSecret, ...this.#tokens.recent],
    })
  }
}
