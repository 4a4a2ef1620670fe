import { Agent, request } from "undici"
import { dateTime } from "../clock"
import type { WebhookAttempt } from "./sent-webhook"

const ANSWER_KEPT = 2000

/**
 * Posts webhooks over keep-alive connections. A redirect counts as a response
 * and is not followed.
 */
export class Sender {
  private readonly agent: Agent

  /**
   * @param timeoutMs limit for the receiver's connection, headers and body,
   *   each
   */
  constructor(timeoutMs: number) {
    this.agent = new Agent({
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 4000,
    })
  }

  /** Makes one attempt. Never throws: errors are in the result. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string
  ): Promise<WebhookAttempt> {
    const at = dateTime()
    const started = performance.now()
    const took = () => Math.round(performance.now() - started)
    try {
      const response = await request(url, {
        method: "POST",
        headers,
        body,
        dispatcher: this.agent,
      })
      const answer = (await response.body.text()).slice(0, ANSWER_KEPT)
      const status = response.statusCode
      return { at, status, error: null, answer, durationMs: took() }
    } catch (error) {
      return {
        at,
        status: null,
        error: reason(error),
        answer: null,
        durationMs: took(),
      }
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy()
  }
}

function reason(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? String(error)
}
