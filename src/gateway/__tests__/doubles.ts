import { once } from "node:events"
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { MockAgent } from "undici"
import {
  BusinessOrderClient,
  type ClientOptions,
  GatewayError,
  MerchantCheckoutClient,
} from ".."

export const ORIGIN = "https://gateway.example"
export const ORDER_ID = "9b2f1a34-2c1d-4e5f-8a6b-7c8d9e0f1a2b"
export const SECRET = "sk/very secret+1"

export const CREDENTIALS = {
  baseUrl: ORIGIN,
  clientId: "test_client",
  clientSecret: SECRET,
  backoff: { baseMs: 1 },
} satisfies ClientOptions

export const TRANSACTION_INPUT = {
  amount: "10.50",
  currency: "USDT",
  successUrl: "https://store.example/return?result=success",
  cancelUrl: "https://store.example/return?result=cancel",
  orderNo: "stpay_01",
  itemName: "Order at Coffee & Co",
  webhookUrl: "https://store.example/hooks/stablecoin/hosted",
  metadata: { payment_id: "stpay_01" },
}

export const TRANSACTION = {
  approvedUrl: `${ORIGIN}/merchant/checkout/ck_1`,
  webUrl: `${ORIGIN}/merchant/checkout/ck_1`,
  appUrl: "app://checkout/ck_1",
  intentUrl: "intent://checkout/ck_1#Intent;end",
  checkout_token: "ck_1",
  grant_id: 7,
  token: "tx_1",
  amount: "10.50",
  currency: "USDT",
  order_no: "stpay_01",
  item_name: "Order at Coffee & Co",
  status: "pending",
  payment_method: null,
  metadata: { payment_id: "stpay_01" },
}

export const ORDER_INPUT = {
  amount: "25.00",
  currency: "USDC",
  chain: "POLYGON",
  orderNo: "stpay_02",
}

export const ORDER = {
  order_id: ORDER_ID,
  order_no: "stpay_02",
  amount: 25,
  currency: "USDC",
  chain: "POLYGON",
  destination_address: `0x${"0a".repeat(20)}`,
  status: "pending",
  mode: "live",
  description: "Order at Coffee & Co",
  checkout_url: `${ORIGIN}/checkout/ck_2`,
  checkout_token: "ck_2",
  created_at: "2026-01-01T00:00:00+02:00",
  paid_at: null,
  payment: null,
}

/** Success responses of both APIs. */
export const hostedSuccess = (data: unknown) => ({
  status: "success",
  message: "Done",
  data,
})
export const onchainSuccess = (data: unknown) => ({ status: true, data })
export const onchainToken = (
  access_token: string,
  expires_at = "2099-01-01T00:00:00+00:00"
) =>
  onchainSuccess({
    access_token,
    token_type: "Bearer",
    mode: "live",
    expires_at,
  })

/** Gateway without network: one interceptor per expected request. */
export function mockGateway() {
  const agent = new MockAgent()
  agent.disableNetConnect()
  const pool = agent.get(ORIGIN)
  const expect = (
    method: string,
    path: string,
    headers?: Record<string, string>
  ) => pool.intercept({ method, path, headers })
  const json = { headers: { "content-type": "application/json" } }
  return {
    agent,
    expect,
    expectHostedToken: (access_token = "token_1") =>
      expect("POST", "/merchant/api/verify").reply(
        200,
        hostedSuccess({ access_token }),
        json
      ),
    expectOnchainToken: (access_token = "token_1") =>
      expect("POST", "/api/v1/auth/verify").reply(
        200,
        onchainToken(access_token),
        json
      ),
  }
}

/** A client of that gateway, for each test of the file. */
export function mockedClient<T extends { close(): Promise<unknown> }>(
  Client: new (options: ClientOptions) => T
) {
  const mocked = {} as { gateway: ReturnType<typeof mockGateway>; client: T }
  beforeEach(() => {
    mocked.gateway = mockGateway()
    const dispatcher = mocked.gateway.agent
    mocked.client = new Client({ ...CREDENTIALS, dispatcher })
  })
  afterEach(async () => {
    mocked.gateway.agent.assertNoPendingInterceptors()
    await mocked.client.close()
    await mocked.gateway.agent.close()
  })
  return mocked
}

export type Seen = {
  method: string
  path: string
  headers: IncomingMessage["headers"]
  body: string
  /** Number of the connection that it used. */
  connection: number
}

export type Handler = (response: ServerResponse, seen: Seen) => void

/** Starts a gateway on a real socket that records every request. */
export async function listen(handler: Handler) {
  const requests: Seen[] = []
  const ports: (number | undefined)[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const port = request.socket.remotePort
      if (!ports.includes(port)) ports.push(port)
      const seen = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
        connection: ports.indexOf(port),
      }
      requests.push(seen)
      handler(response, seen)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    paths: () => requests.map(({ method, path }) => `${method} ${path}`),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

export function answer(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {}
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

/** Returns the GatewayError that a call rejects with. */
export async function errorOf(call: Promise<unknown>): Promise<GatewayError> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error
  )
  if (outcome instanceof GatewayError) {
    return outcome
  }
  throw new Error(`expected a GatewayError, got ${String(outcome)}`)
}

/** An error as `code`, and whether it is `retryable` and `ambiguous`. */
export function verdictOf({ code, ...error }: GatewayError): string {
  const traits = (["retryable", "ambiguous"] as const).filter(
    (name) => error[name]
  )
  return [code, ...traits].join(", ")
}

/** Returns a list of what is called, last first, after each test. */
export function closersOfTests(): (() => Promise<unknown>)[] {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) {
      await close()
    }
  })
  return closers
}

/**
 * Opens gateways of both APIs on real sockets, which issue a token and leave all
 * other requests to the test. Closes all of them after each test.
 */
export function openGateways(access_token = "token_1") {
  const closers = closersOfTests()
  const open = async (
    handler: Handler,
    options: Partial<ClientOptions> = {}
  ) => {
    const gateway = await listen((response, seen) =>
      seen.path.endsWith("/merchant/api/verify")
        ? answer(response, 200, hostedSuccess({ access_token }))
        : seen.path.endsWith("/api/v1/auth/verify")
          ? answer(response, 200, onchainToken(access_token))
          : handler(response, seen)
    )
    closers.push(gateway.close)
    const all = {
      ...CREDENTIALS,
      ...options,
      baseUrl: gateway.baseUrl + (options.baseUrl ?? ""),
    }
    const [client, onchain] = [
      new MerchantCheckoutClient(all),
      new BusinessOrderClient(all),
    ]
    closers.push(
      () => client.close(),
      () => onchain.close()
    )
    return { gateway, client, onchain }
  }
  return { closers, open }
}
