import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signBody } from "../../gateway/signature"
import { Logger } from "../logger"
import { type Receiver, startReceiver } from "../receiver"
import { Spool, type SpoolOptions } from "../spool"
import { sendTo } from "../store-client"

export const SECRETS = ["client-secret", "whsec"]

export const RECEIVED = { status: 200, body: '{"received":true}' }

type Answer = { status: number; body: string } | "none"

/** A store's address: what was sent to it, and what it answers. */
export class TestStore {
  readonly bodies: string[] = []
  readonly headers: NodeJS.Dict<string | string[]>[] = []
  /** Answers by the body. */
  answer: (body: string) => Answer = () => RECEIVED
  #server: Server | null = null
  #port = 0

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.#port}`)
  }

  /** Starts, at the same port as before. */
  async open(): Promise<void> {
    this.#server = createServer((req, res) => {
      const pieces: Buffer[] = []
      req.on("data", (piece: Buffer) => pieces.push(piece))
      req.on("end", () => {
        const body = Buffer.concat(pieces).toString()
        const answer = this.answer(body)
        this.bodies.push(body)
        this.headers.push(req.headers)
        if (answer !== "none") {
          res.writeHead(answer.status, { "content-type": "application/json" })
          res.end(answer.body)
        }
      })
    })
    this.#server.listen(this.#port, "127.0.0.1")
    await once(this.#server, "listening")
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Refuses connections, as a store that is being deployed. */
  async close(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server) {
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    }
  }
}

/** Starts a receiver in front of a store. */
export async function startTestReceiver(
  store: URL,
  options: Partial<SpoolOptions> & { folder: string }
): Promise<Receiver> {
  const { logger } = testLogger()
  const send = sendTo(store)
  const all = { maxBytes: 1024 * 1024, keepDays: 14, ...options }
  const spool = new Spool(all, send, logger)
  return await startReceiver(
    { host: "127.0.0.1", port: 0 },
    { send, spool, secrets: SECRETS, logger }
  )
}

/** Makes a folder for each test of a file. */
export function useFolder(): { readonly path: string } {
  const folder = { path: "" }
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), "medusa-stablecoin-spool-"))
  })
  afterEach(() => rm(folder.path, { recursive: true, force: true }))
  return folder
}

/** A logger, and the messages it got. */
export function testLogger(): { logger: Logger; messages: string[] } {
  const messages: string[] = []
  const logger = new Logger((line) =>
    messages.push((JSON.parse(line) as { message: string }).message)
  )
  return { logger, messages }
}

/** Sends a webhook as the gateway does. */
export async function post(
  url: string | URL,
  body: string,
  {
    path = "/hooks/stablecoin/onchain",
    signature = signBody(body, SECRETS[1]!),
    headers = {},
  }: {
    path?: string
    signature?: string
    headers?: Record<string, string>
  } = {}
): Promise<{ status: number; body: unknown }> {
  const name = path.includes("hosted")
    ? "X-Webhook-Signature"
    : "X-Business-Signature"
  const response = await fetch(new URL(url).origin + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [name]: signature,
      ...headers,
    },
    body,
  })
  return { status: response.status, body: await response.json() }
}

/** The answer of `GET /health`. */
export async function healthOf(url: string): Promise<{
  status: number
  body: {
    problem: string | null
    waiting: { count: number; bytes: number; stuck: number }
    stuck: { file: string; reason: string }[]
  }
}> {
  const response = await fetch(`${url}/health`)
  return {
    status: response.status,
    body: (await response.json()) as Awaited<
      ReturnType<typeof healthOf>
    >["body"],
  }
}
