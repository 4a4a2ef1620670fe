import { Agent, request } from "node:http"

/** `error`: the code of a connection's error. */
export type SentWebhook = { body: string; result: number | string }

type LoadInput = {
  url: string
  path: string
  /** The next webhook. */
  next(): { body: string; headers: Record<string, string> }
}

/** Sends webhooks one after the other on several connections, each once. */
export class WebhookLoad {
  readonly sent: SentWebhook[] = []
  #isOver = false
  readonly #senders: Promise<void>[]

  /**
   * Half of the connections are kept alive, as those of a reverse proxy. The
   * other half are opened for each webhook.
   */
  constructor(
    private readonly input: LoadInput,
    connections = 8
  ) {
    this.#senders = Array.from({ length: connections }, async (_, number) => {
      const agent = new Agent({ keepAlive: number % 2 === 0, maxSockets: 1 })
      while (!this.#isOver) {
        this.sent.push(await this.#send(agent))
      }
      agent.destroy()
    })
  }

  /** Ends after the webhooks that are being sent. */
  async end(): Promise<readonly SentWebhook[]> {
    this.#isOver = true
    await Promise.all(this.#senders)
    return this.sent
  }

  async #send(agent: Agent): Promise<SentWebhook> {
    const { url, path } = this.input
    const { body, headers } = this.input.next()
    return await new Promise((resolve) => {
      const end = (result: number | string): void => resolve({ body, result })
      request(
        new URL(path, url),
        { method: "POST", agent, headers },
        (response) => {
          response
            .resume()
            .once("end", () => end(response.statusCode ?? 0))
            .once("error", (error) => end(String(error)))
        }
      )
        .once("error", (error: NodeJS.ErrnoException) =>
          end(error.code ?? String(error))
        )
        .end(body)
    })
  }
}
