import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { createSandbox, type Sandbox, type SandboxOptions } from "../index"

/** One webhook as received. */
export type Received = {
  method: string
  headers: IncomingHttpHeaders
  raw: string
  // Typed loosely: each test states the fields it expects.
  json: { event: string; [field: string]: unknown }
}

/** A store's webhook endpoint. Records requests and responds as configured. */
export async function receiver() {
  const received: Received[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8")
      received.push({
        method: request.method ?? "",
        headers: request.headers,
        raw,
        json: JSON.parse(raw) as Received["json"],
      })
      response.writeHead(state.status, { "Content-Type": "application/json" })
      response.end('{"received":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    events: () => received.map(({ json }) => json.event),
    of: (event: string) => {
      const found = received.find(({ json }) => json.event === event)
      if (!found) {
        throw new Error(`No ${event} arrived, only ${received.length} others.`)
      }
      return found
    },
    respondWith: (status: number) => void (state.status = status),
    clear: () => void received.splice(0),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof receiver>>

/** A sandbox of the tests of a block, without records before each of them. */
export function testSandbox(options?: SandboxOptions): Sandbox {
  return shared(
    async () => await createSandbox(options),
    async (sandbox) => await sandbox.reset()
  )
}

/** A receiver of the tests of a block, without webhooks before each of them. */
export function testReceiver(): Receiver {
  return shared(receiver, (store) => store.clear())
}

function shared<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  empty: (opened: T) => Promise<void> | void
): T {
  // Tests refer to it before it is open, and call it after that.
  const opened = {} as T
  beforeAll(async () => {
    Object.setPrototypeOf(opened, await open())
  })
  beforeEach(async () => await empty(opened))
  afterAll(async () => await opened.close())
  return opened
}

export type Answer = {
  status: number
  headers: Headers
  text: string
  body: {
    status: unknown
    message?: string
    errors?: Record<string, string[]>
    data: Record<string, unknown>
  }
}

/** A raw HTTP call, without the plugin's own client. */
export async function call(
  method: string,
  url: string,
  options: {
    token?: string
    body?: unknown
    raw?: string
    headers?: Record<string, string>
  } = {}
): Promise<Answer> {
  const { token, body, raw, headers } = options
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: {
      ...(text !== undefined && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
  })
  const answer = await response.text()
  let json: unknown
  try {
    json = JSON.parse(answer)
  } catch {
    json = undefined
  }
  return {
    status: response.status,
    headers: response.headers,
    text: answer,
    body: json as Answer["body"],
  }
}

/** Posts a hosted page's form. */
export function submit(url: string, fields: Record<string, string>) {
  return fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
  })
}

export async function merchantToken(sandbox: Sandbox): Promise<string> {
  const { clientId, clientSecret } = sandbox.credentials.hosted
  const answer = await call(
    "POST",
    `${sandbox.urls.merchant}/merchant/api/verify`,
    { body: { client_id: clientId, client_secret: clientSecret } }
  )
  return answer.body.data.access_token as string
}

export async function businessToken(
  sandbox: Sandbox,
  credentials = sandbox.credentials.onchain
): Promise<string> {
  const answer = await call(
    "POST",
    `${sandbox.urls.business}/api/v1/auth/verify`,
    {
      body: {
        client_id: credentials.clientId,
        client_secret: credentials.clientSecret,
      },
    }
  )
  return answer.body.data.access_token as string
}

/** A valid transaction. Fields may be replaced, and undefined omits one. */
export async function createTransaction(
  sandbox: Sandbox,
  fields: Record<string, unknown> = {},
  token?: string
): Promise<Answer> {
  return call(
    "POST",
    `${sandbox.urls.merchant}/merchant/api/transaction-info`,
    {
      token: token ?? (await merchantToken(sandbox)),
      body: {
        amount: 10.5,
        currency: "USDT",
        successUrl: "https://shop.example.com/thanks",
        cancelUrl: "https://shop.example.com/cart",
        ...fields,
      },
    }
  )
}

/** A valid payment order. Fields may be replaced, and undefined omits one. */
export async function createOrder(
  sandbox: Sandbox,
  fields: Record<string, unknown> = {},
  token?: string
): Promise<Answer> {
  return call("POST", `${sandbox.urls.business}/api/v1/transactions`, {
    token: token ?? (await businessToken(sandbox)),
    body: { amount: 10.5, currency: "USDT", chain: "POLYGON", ...fields },
  })
}

export const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
export const DATE_WITH_OFFSET =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/
export const TX_HASH = /^0x[0-9a-f]{64}$/
