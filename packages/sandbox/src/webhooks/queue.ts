import { randomBytes, randomUUID } from "node:crypto"
import { setMaxListeners } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { dateTime } from "../clock"
import type { Faults, PlannedFault } from "../faults/faults"
import { SandboxError } from "../sandbox-error"
import type { SentWebhook, Outgoing } from "./sent-webhook"
import { type Sender, UNANSWERED } from "./send"
import { hmacHex } from "./sign"

export type QueueOptions = {
  /** Retries after the first attempt, on anything but a 2xx. */
  retries: number
  /** Wait before the first retry in ms, doubled each time. */
  backoffMs: number
  /** Receives one line per attempt. */
  log?: (line: string) => void
}

const KEPT = 5000

/**
 * Sends webhooks at once and concurrently, retries them, and records every
 * attempt.
 */
export class WebhookQueue {
  private readonly entries = new Map<
    string,
    { webhook: SentWebhook; outgoing: Outgoing }
  >()
  private readonly running = new Set<Promise<void>>()
  private readonly held = new Set<() => void>()
  private readonly closing = new AbortController()

  constructor(
    private readonly sender: Sender,
    private readonly faults: Faults,
    private readonly options: QueueOptions
  ) {
    // Every waiting webhook listens.
    setMaxListeners(0, this.closing.signal)
  }

  enqueue(outgoing: Outgoing): SentWebhook {
    const { api, event, url, subject, body, resendOf } = outgoing
    const fault = this.faults.ofWebhook(api, event)
    const webhook: SentWebhook = {
      id: randomUUID(),
      api,
      event,
      url,
      subject,
      headers: {},
      body,
      state: "queued",
      status: null,
      fault: fault?.kind ?? null,
      attempts: [],
      createdAt: dateTime(),
      resendOf: resendOf ?? null,
    }
    this.remember(webhook, outgoing)
    const run = this.deliver(webhook, outgoing, fault)
      // Only closing interrupts a webhook.
      .catch(() => void (webhook.state = "failed"))
      .finally(() => this.running.delete(run))
    this.running.add(run)
    return structuredClone(webhook)
  }

  /** Sends the same body again with a new signature, as a separate webhook. */
  resend(id: string): SentWebhook {
    const entry = this.entries.get(id)
    if (!entry) {
      throw new SandboxError(`There is no webhook ${id}.`, 404)
    }
    return this.enqueue({ ...entry.outgoing, resendOf: id })
  }

  list(): SentWebhook[] {
    return [...this.entries.values()].map(({ webhook }) =>
      structuredClone(webhook)
    )
  }

  /**
   * Resolves when no webhook is queued, in flight, held or waiting for a retry.
   */
  async settled(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all(this.running)
    }
  }

  /** Drops waiting webhooks. */
  async close(): Promise<void> {
    this.closing.abort()
    await this.sender.close()
    await this.settled()
  }

  private async deliver(
    webhook: SentWebhook,
    outgoing: Outgoing,
    fault: PlannedFault | undefined
  ): Promise<void> {
    if (fault?.kind === "drop") {
      webhook.state = "dropped"
      return
    }
    if (fault?.kind === "late") {
      await this.wait(fault.ms)
    }
    if (fault?.kind === "reorder") {
      await this.overtaken(fault.ms)
    }
    // A wrong signature is not retried. `resend` sends the right one.
    const retries = fault?.kind === "wrong_signature" ? 0 : this.options.retries
    for (let attempt = 0; ; attempt++) {
      const first = attempt === 0 ? fault?.kind : undefined
      const lost = first === "lost_answer"
      const tries = Array.from({ length: first === "double" ? 2 : 1 }, () =>
        this.attempt(webhook, outgoing, fault, lost)
      )
      const accepted = (await Promise.all(tries)).some(Boolean)
      this.releaseHeld()
      if (accepted || attempt >= retries) {
        webhook.state = accepted ? "accepted" : "failed"
        return
      }
      await this.wait(this.options.backoffMs * 2 ** attempt)
    }
  }

  private async attempt(
    webhook: SentWebhook,
    outgoing: Outgoing,
    fault: PlannedFault | undefined,
    lost: boolean
  ): Promise<boolean> {
    this.closing.signal.throwIfAborted()
    const forged = fault?.kind === "wrong_signature"
    const secret = forged ? randomBytes(32).toString("hex") : outgoing.secret()
    webhook.headers = signedHeaders(outgoing, secret)
    const { url, headers, body } = webhook
    const result = await this.sender.post(url, headers, body)
    if (lost) {
      Object.assign(result, { ...UNANSWERED, error: "LOST_ANSWER" })
    }
    webhook.attempts.push(result)
    webhook.status = result.status
    const { status, error } = result
    this.options.log?.(`webhook ${webhook.event} ${url} ${status ?? error}`)
    return status !== null && status >= 200 && status < 300
  }

  private async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.closing.signal })
  }

  private async overtaken(longest: number): Promise<void> {
    const timer = new AbortController()
    const signal = AbortSignal.any([timer.signal, this.closing.signal])
    const release = () => timer.abort()
    this.held.add(release)
    await sleep(longest, undefined, { signal }).catch(() => undefined)
    this.held.delete(release)
  }

  private releaseHeld(): void {
    this.held.forEach((release) => release())
  }

  private remember(webhook: SentWebhook, outgoing: Outgoing): void {
    this.entries.set(webhook.id, { webhook, outgoing })
    const [oldest] = this.entries.keys()
    if (this.entries.size > KEPT && oldest) {
      this.entries.delete(oldest)
    }
  }
}

/** The headers that each API's contract defines, and the sender's. */
function signedHeaders(
  { api, event, body }: Outgoing,
  secret: string
): Record<string, string> {
  const signature = hmacHex(body, secret)
  return {
    "Content-Type": "application/json",
    "User-Agent": "stablecoin-sandbox",
    ...(api === "merchant"
      ? { "X-Webhook-Signature": signature }
      : { "X-Business-Event": event, "X-Business-Signature": signature }),
  }
}
