import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import { Listener } from "../../src/modules/stablecoin/listener"
import { PaymentStream } from "../../src/modules/stablecoin/payments/stream/payment-stream"
import { streamedPayment } from "../setup/store/streamed-payment"
import { LossyNetwork } from "../setup/postgres/lossy-network"
import { machineTest } from "../setup/module/processes"
import { waitFor } from "../../harness/wait-for"

machineTest((machine) => {
  it("a store shuts down although the network has dropped its listening connection", async () => {
    const { connectionString } = machine.db.client.config.connection
    const network = await LossyNetwork.open(connectionString)
    const db = createPgConnection({ clientUrl: network.url }) as Knex
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

    network.dropConnections()
    stop()
    await paymentStream.close()

    expect(paymentStream.counts).toMatchObject({
      watchers: 0,
      listening: false,
    })
    network.close()
    await db.destroy()
  })
})
