import { once } from "node:events"
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { startFront } from "./front"
import { WebhookProxy } from "./webhook-proxy"

const PATH = "/hooks/stablecoin/hosted"

type Handler = (body: string, answer: ServerResponse) => void

const servers: Server[] = []

afterEach(() => {
  servers.splice(0).forEach((server) => {
    server.closeAllConnections()
    server.close()
  })
})

async function listen(
  handle: (incoming: IncomingMessage, answer: ServerResponse) => void
): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function receiver(handle: Handler): Promise<string> {
  return await listen((incoming, answer) => {
    let body = ""
    incoming.on("data", (piece: Buffer) => (body += piece.toString()))
    incoming.on("end", () => handle(body, answer))
  })
}

/** An address that refuses connections. */
async function closedAddress(): Promise<string> {
  const url = await listen(() => {})
  const server = servers.pop()
  server?.close()
  await once(server!, "close")
  return url
}

/** A proxy with a short patience, in front of these receivers. */
async function proxyTo(living: () => string[], retryForMs = 2_000) {
  const proxy = new WebhookProxy(living, retryForMs)
  return await receiver((body, answer) => {
    const headers = { "content-type": "application/json" }
    const sent = { method: "POST", url: PATH, headers }
    void proxy.pass({ ...sent, body: Buffer.from(body) }, answer)
  })
}

async function post(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${url}${PATH}`, { method: "POST", body: "{}" })
  return { status: answer.status, text: await answer.text() }
}

it("sends a webhook again whose connection was refused or reset, until it is answered", async () => {
  let requests = 0
  const bodies: string[] = []
  const living = await receiver((body, answer) => {
    if (++requests === 1) {
      answer.destroy()
      return
    }
    bodies.push(body)
    answer.end("received")
  })
  const targets = [await closedAddress(), living]
  const url = await proxyTo(() => targets)
  expect(await post(url)).toEqual({ status: 200, text: "received" })
  expect({ requests, bodies }).toEqual({ requests: 2, bodies: ["{}"] })
})

it("waits for a receiver that starts again", async () => {
  const living = await receiver((_, answer) => answer.end("received"))
  let looks = 0
  const url = await proxyTo(() => (++looks < 4 ? [] : [living]))
  expect((await post(url)).status).toBe(200)
})

it("passes on every response, and sends the webhook only once", async () => {
  let requests = 0
  const living = await receiver((_, answer) => {
    requests++
    answer.writeHead(503).end("away")
  })
  const url = await proxyTo(() => [living])
  expect(await post(url)).toEqual({ status: 503, text: "away" })
  expect(requests).toBe(1)
})

it("answers 503 when no receiver comes back", async () => {
  const url = await proxyTo(() => [], 100)
  expect((await post(url)).status).toBe(503)
})

it("the front passes webhooks to the receivers, and all else to the store", async () => {
  const store = await receiver((_, answer) => answer.end("store"))
  const own = await receiver((_, answer) => answer.end("receiver"))
  const front = await startFront(
    () => [store],
    undefined,
    () => [own]
  )
  try {
    expect((await post(front.url)).text).toBe("receiver")
    expect(await (await fetch(`${front.url}/store/carts`)).text()).toBe("store")
  } finally {
    await front.close()
  }
})
