import { once } from "node:events"
import {
  type AddressInfo,
  connect,
  createServer,
  type Server,
  type Socket,
} from "node:net"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import { Listener } from "../../src/modules/stablecoin/listener"
import { PaymentStream } from "../../src/modules/stablecoin/payments/stream/payment-stream"
import { streamedPayment } from "../setup/store/streamed-payment"
import { machineTest } from "../setup/module/processes"
import { waitFor } from "../../harness/wait-for"

/**
 * A network that forwards to a server until it drops its connections without
 * closing them.
 */
async function network(to: { host: string; port: number }) {
  const sockets: Socket[] = []
  const server: Server = createServer((client) => {
    const upstream = connect(to.port, to.host)
    sockets.push(client, upstream)
    client.pipe(upstream)
    upstream.pipe(client)
    for (const socket of [client, upstream]) {
      socket.on("error", () => {})
    }
  }).listen(0)
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    dropConnections: () =>
      sockets.forEach((socket) => {
        socket.unpipe()
        socket.pause()
      }),
    close: () => {
      sockets.forEach((socket) => socket.destroy())
      server.close()
    },
  }
}

machineTest((machine) => {
  it("a store shuts down although the network has dropped its listening connection", async () => {
    const { connectionString } = machine.db.client.config.connection
    const url = new URL(connectionString)
    const { port, dropConnections, close } = await network({
      host: url.hostname,
      port: Number(url.port),
    })
    url.port = String(port)
    const db = createPgConnection({ clientUrl: url.href }) as Knex
    const paymentStream = new PaymentStream({
      repository: {
        medusa: {
          findStreamedPayment: async () => streamedPayment(),
          readStreamedPayments: async () => [],
        },
      },
      listener: new Listener({ db, logger: { warn: () => {} } }),
      logger: { warn: () => {} },
    })
    const stop = paymentStream.watch(streamedPayment(), () => {})
    await waitFor("it to listen", async () => paymentStream.counts.listening)

    dropConnections()
    stop()
    await paymentStream.close()

    expect(paymentStream.counts).toMatchObject({
      watchers: 0,
      listening: false,
    })
    close()
    await db.destroy()
  })
})
