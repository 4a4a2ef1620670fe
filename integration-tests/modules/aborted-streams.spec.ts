import { once } from "node:events"
import type { Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import express from "express"
import { GET } from "../../src/api/store/stablecoin/payments/[session_id]/events/route"
import { Listener } from "../../src/modules/stablecoin/listener"
import { PaymentStream } from "../../src/modules/stablecoin/payments/stream/payment-stream"
import { streamedPayment } from "../setup/store/streamed-payment"
import { waitFor } from "../../harness/wait-for"

// The route on real sockets, called only after its client has disconnected.

const REQUESTS = 5_000
const AT_ONCE = 250

let server: Server
let paymentStream: PaymentStream
let handled = 0
let connections = 0

beforeAll(async () => {
  paymentStream = new PaymentStream({
    repository: {
      medusa: {
        findStreamedPayment: async (id) =>
          id === "payses_1" ? streamedPayment() : null,
        readStreamedPayments: async () => [],
      },
    },
    listener: new Listener({
      db: {
        client: {
          acquireRawConnection: async () => {
            connections++
            throw new Error("No connection was expected.")
          },
        },
      } as unknown as Knex,
      logger: { warn: () => {} },
    }),
    logger: { warn: () => {} },
  })
  const app = express()
  app.get("/:session_id/events", (req, res) => {
    const scope = { resolve: () => ({ paymentStream }) }
    const handle = async (): Promise<void> => {
      // Simulates that Medusa's own middlewares take until the client
      // disconnects.
      await once(res, "close")
      await GET(
        Object.assign(req, { scope }) as unknown as MedusaRequest,
        res as unknown as MedusaResponse
      )
    }
    handle()
      .catch(() => res.sendStatus(404))
      .finally(() => handled++)
  })
  server = app.listen(0)
  await once(server, "listening")
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await paymentStream.close()
})

async function hangUp(sessionId: string): Promise<void> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, "localhost")
  await once(socket, "connect")
  const request = `GET /${sessionId}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`
  socket.write(request, () => socket.destroy())
  await once(socket, "close")
}

it("5,000 requests whose clients disconnect before the stream begins leave nothing behind", async () => {
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        await hangUp(index % 2 ? "payses_1" : `payses_made_up_${index}`)
      })
    )
  }
  await waitFor("the requests to be handled", async () => handled >= REQUESTS)

  expect(paymentStream.counts).toEqual({
    open: 0,
    refused: 0,
    last_refused_at: null,
    watchers: 0,
    listening: false,
  })
  expect(connections).toBe(0)
})
