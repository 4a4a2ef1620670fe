import { once } from "node:events"
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import type { StoreOptionsResponse, StorePayment } from "../index.ts"

export type Answer = (res: ServerResponse, req: IncomingMessage) => void

export const PENDING: StorePayment = {
  session_id: "payses_1",
  reference: "stpay_1",
  rail: "onchain",
  status: "pending",
  amount: "12.50",
  currency: "USDT",
  chain: { code: "POLYGON", name: "Polygon" },
  redirect_url: "https://pay.example/ñandú",
  expires_at: "2030-01-01T00:00:00.000Z",
  final: false,
}
export const PAID: StorePayment = {
  ...PENDING,
  status: "paid",
  redirect_url: null,
}
export const ORDERED: StorePayment = {
  ...PAID,
  order_id: "order_1",
  final: true,
}
export const CANCELLED: StorePayment = {
  ...PENDING,
  status: "cancelled",
  redirect_url: null,
  final: true,
}

export const SELECTION = {
  provider_id: "pp_stablecoin-onchain_default",
  currency: "USDC",
  chain: "BASE",
}
export const OFFERED: StoreOptionsResponse = {
  options: [
    {
      rail: "onchain",
      provider_id: SELECTION.provider_id,
      amount: "12.50",
      currencies: [{ code: "USDC", is_default: true }],
      chains: [
        {
          code: "BASE",
          name: "Base",
          evm_chain_id: 8453,
          explorer: { name: "BaseScan", url: "https://basescan.org" },
          is_default: true,
          currencies: ["USDC"],
        },
      ],
    },
  ],
  currency_code: "usd",
  total: "12.50",
  checkout_flow: "pay_first",
  accepts_new_payments: true,
  no_price: null,
  quote: null,
  in_question: [],
  earlier: null,
}

/** Answers with a state, and a short interval. */
export function state(payment: StorePayment, more: object = {}): Answer {
  return json(200, { payment, poll_after: 5, ...more })
}

export function json(status: number, body: unknown): Answer {
  return (res) => {
    res.writeHead(status, {
      "content-type": "application/json",
      connection: "close",
    })
    res.end(JSON.stringify(body))
  }
}

/**
 * A store on a real port with scripted responses. Each response is used once, and
 * the last one repeats.
 */
export class FaultyStore {
  readonly states: Answer[] = []
  readonly requests: IncomingMessage[] = []
  private server: Server | undefined
  private port = 0

  async open(): Promise<void> {
    this.server = createServer((req, res) => {
      const turn = Math.min(this.requests.push(req), this.states.length) - 1
      const answer =
        this.states[turn] ?? json(404, { message: "No such thing" })
      answer(res, req)
    })
    this.server.listen(this.port)
    await once(this.server, "listening")
    this.port = (this.server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections()
    this.server?.close()
    await once(this.server!, "close")
  }

  get connection() {
    return {
      baseUrl: `http://localhost:${this.port}/`,
      publishableKey: "pk_test",
    }
  }

  async connections(): Promise<number> {
    return await new Promise((resolve, reject) =>
      this.server?.getConnections((error, count) =>
        error ? reject(error) : resolve(count)
      )
    )
  }
}

/** Gives each test its own store. */
export function storeOfEachTest(take: (store: FaultyStore) => void): void {
  let store: FaultyStore
  beforeEach(async () => {
    store = new FaultyStore()
    await store.open()
    take(store)
  })
  afterEach(async () => {
    await store.close()
  })
}
