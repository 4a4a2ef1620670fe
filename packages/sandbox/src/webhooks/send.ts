import { Agent, request } from "undici"
import { dateTime } from "../clock"
import type { WebhookAttempt } from "./sent-webhook"

const ANSWER_KEPT = 2000

/** The result of an attempt without a response. */
export const UNANSWERED = { status: null, answer: null }

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
    const { agent: dispatcher } = this
    const sent = { method: "POST", headers, body, dispatcher } as const
    const result = await request(url, sent)
      .then(async ({ statusCode: status, body: answer }) => ({
        status,
        error: null,
        answer: (await answer.text()).slice(0, ANSWER_KEPT),
      }))
      .catch((error: unknown) => ({ ...UNANSWERED, error: reason(error) }))
    return {
      at,
      ...result,
      durationMs: Math.round(performance.now() - started),
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
