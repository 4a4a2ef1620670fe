import type { z } from "zod"
import { TimeLimit } from "../shared/time-limit"
import { withTimeout } from "../shared/with-timeout"
import type { Dialect } from "./dialect"
import { GatewayError } from "./gateway-error"
import {
  CREATION_DEADLINE_MS,
  type ClientOptions,
  type GatewayOperation,
  type ObservedRequest,
} from "./options"
import { readAnswer } from "./read-answer"
import { withRetries, type RetryPolicy } from "./retry"
import { createScrub } from "./scrub"
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

/** Calls one API with its credentials. Handles tokens, retries and errors. */
export class GatewayApi<Token extends IssuedToken> {
  readonly #transport: Transport
  readonly #protocol: Protocol<Token>
  readonly #credentials: { client_id: string; client_secret: string }
  readonly #tokens: TokenSource<Token>
  readonly #policy: RetryPolicy
  readonly #onRateLimit: (retryAfterMs: number | undefined) => void
  readonly #onRequest: (request: ObservedRequest) => void
  readonly #creationMs: number
  readonly #closing = new AbortController()

  constructor(options: ClientOptions, protocol: Protocol<Token>) {
    this.#transport = new Transport(options)
    this.#protocol = protocol
    this.#credentials = {
      client_id: options.clientId,
      client_secret: options.clientSecret,
    }
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
    this.#onRateLimit = options.onRateLimit ?? (() => undefined)
    this.#onRequest = options.onRequest ?? (() => undefined)
    this.#creationMs = options.timeouts?.creation ?? CREATION_DEADLINE_MS
  }

  /** Whether the sandbox sent the responses; false before the first one. */
  get isSandbox(): boolean {
    return this.#transport.isSandbox
  }

  /** Requests a fresh token, even if one is in use. */
  verify(): Promise<Token> {
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
  async call<T>(call: Call<T>): Promise<T> {
    if (call.isRepeatable) {
      return await this.#call(call, async (token) => await token)
    }
    const ms = this.#creationMs
    const endsAt = performance.now() + ms
    const limit = new TimeLimit(ms)
    try {
      return await this.#call({ ...call, signal: limit.signal }, (token) =>
        // Other calls may wait for the same token, so that it is not aborted.
        withTimeout(token, endsAt - performance.now(), () => {
          throw this.#unsent(call)
        })
      )
    } finally {
      limit.end()
    }
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
  #unsent(call: Call<unknown>): GatewayError {
    return new GatewayError(
      `was not sent: no token arrived within ${this.#creationMs / 1000} s.`,
      {
        code: "timeout",
        request: this.describe(call),
        remedy: "Check the base URL and the network.",
      }
    )
  }

  /** Returns the parts of a request that an error may contain. */
  describe(call: Pick<Outgoing, "method" | "path">) {
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
      body: this.#credentials,
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
      this.#onRequest({ operation: call.operation, durationMs, ...seen })
    }
  }

  #read<T>(call: Call<T> & Outgoing, answer: Answer): T {
    if (answer.status === 429) {
      this.#onRateLimit(answer.retryAfterMs)
    }
    return readAnswer(answer, {
      request: this.describe(call),
      hasEffect: call.hasEffect,
      isVerification: call.token === undefined,
      dialect: this.#protocol.dialect,
      schema: call.schema,
      problemOf: call.problemOf,
      scrub: (text) =>
        createScrub([this.#credentials.client_secret, ...this.#tokens.recent])(
          text
        ),
    })
  }
}
