import { once } from "node:events"
import { connect } from "node:net"
import { setImmediate as tick } from "node:timers/promises"
import { STABLECOIN_MODULE } from "../../src/modules/stablecoin"
import type { PaymentStream } from "../../src/modules/stablecoin/payments/stream/payment-stream"
import { streams } from "../../src/health/checks/streams"
import { openContext } from "../../src/health/context"
import { openPayment } from "../setup/store/open-payment"
import {
  eventsUrl,
  PaymentEvents,
  paymentUrl,
} from "../../harness/shop/payment-events"
import { storeTest, type TestStore } from "../setup/store/store"
import { waitFor } from "../../harness/wait-for"

const paymentStreamOf = (store: TestStore): PaymentStream =>
  store.container.resolve(STABLECOIN_MODULE).paymentStream

/**
 * Requests the events of a session, and disconnects as soon as the request is
 * sent.
 */
async function hangUp(store: TestStore, sessionId: string): Promise<void> {
  const { hostname, port, pathname } = new URL(eventsUrl(store.url, sessionId))
  const socket = connect(Number(port), hostname)
  await once(socket, "connect")
  socket.end(
    [
      `GET ${pathname} HTTP/1.1`,
      "host: localhost",
      `x-publishable-api-key: ${store.seeded.publishable_key}`,
      "connection: close",
      "\r\n",
    ].join("\r\n")
  )
  socket.resume()
  socket.destroySoon()
  await once(socket, "close")
}

storeTest({
  tests: (store) => {
    const open: PaymentEvents[] = []
    afterEach(() => {
      open.splice(0).forEach((events) => events.close())
    })
    const watch = async (
      sessionId: string,
      headers?: Record<string, string>
    ) => {
      const events = await PaymentEvents.open(store, sessionId, headers)
      open.push(events)
      return events
    }

    /** Takes slots until one is rejected. */
    const fillSlots = (addressOf: (index: number) => string) => {
      const taken: (() => void)[] = []
      for (;;) {
        const index = taken.length
        const release = paymentStreamOf(store).slots.take(
          `payses_${index}`,
          addressOf(index)
        )
        if (!release) {
          return taken
        }
        taken.push(release)
      }
    }

    it("clients that disconnect before their stream begins leave nothing behind", async () => {
      const { session } = await openPayment(store, "onchain")
      const paymentStream = paymentStreamOf(store)
      const before = paymentStream.counts
      const read = vi.spyOn(paymentStream, "read")
      for (let sent = 0; sent < 300; sent += 100) {
        await Promise.all(
          Array.from({ length: 100 }, async (_, index) => {
            await hangUp(store, index % 2 ? session.id : `payses_${sent}`)
          })
        )
      }
      await waitFor(
        "every request to be handled",
        async () => read.mock.calls.length >= 300
      )
      await Promise.allSettled(read.mock.results.map(({ value }) => value))
      await tick()

      expect(paymentStream.counts).toEqual({ ...before, open: 0, watchers: 0 })
      read.mockRestore()
      const events = await watch(session.id)
      expect((await events.payment()).payment.status).toBe("pending")
    })

    it("one payment has at most 20 streams", async () => {
      const { session } = await openPayment(store, "onchain")
      for (let streams = 0; streams < 20; streams++) {
        await watch(session.id)
      }
      const answer = await fetch(eventsUrl(store.url, session.id), {
        headers: { "x-publishable-api-key": store.seeded.publishable_key },
      })
      expect(answer.status).toBe(503)
      const other = await openPayment(store, "hosted")
      const events = await watch(other.session.id)
      expect((await events.payment()).payment.status).toBe("pending")
    })

    it("one client has at most 200 streams, and does not block others", async () => {
      const { session } = await openPayment(store, "onchain")
      const slots = fillSlots(() => "192.0.2.7")
      try {
        expect(slots).toHaveLength(200)
        const headers = {
          "x-publishable-api-key": store.seeded.publishable_key,
        }
        const answer = await fetch(eventsUrl(store.url, session.id), {
          headers: { ...headers, "x-forwarded-for": "192.0.2.7" },
        })
        expect(answer.status).toBe(503)
        expect(answer.headers.get("retry-after")).toBe("30")
        // Otherwise a browser hides the header from a storefront of another
        // origin.
        expect(answer.headers.get("access-control-expose-headers")).toBe(
          "Retry-After"
        )
        // The last entry counts, which is the proxy's own.
        for (const forwarded of ["192.0.2.8", "192.0.2.7, 192.0.2.9"]) {
          const events = await watch(session.id, {
            "x-forwarded-for": forwarded,
          })
          expect((await events.payment()).payment.status).toBe("pending")
        }
        const health = await streams.run(openContext(store.container, {}))
        expect(health).toMatchObject({ status: "warning", code: "refused" })
      } finally {
        slots.forEach((release) => release())
      }
      const events = await watch(session.id, {
        "x-forwarded-for": "192.0.2.7",
      })
      expect(events.response.status).toBe(200)
    })

    it("a process has at most 5,000 streams, and serves the state beyond them", async () => {
      const { session } = await openPayment(store, "onchain")
      const slots = fillSlots((index) => `10.0.${index % 100}.1`)
      try {
        const answer = await fetch(eventsUrl(store.url, session.id), {
          headers: { "x-publishable-api-key": store.seeded.publishable_key },
        })
        expect(answer.status).toBe(503)
        expect(answer.headers.get("retry-after")).toBe("30")
        // Otherwise a browser hides the header from a storefront of another
        // origin.
        expect(answer.headers.get("access-control-expose-headers")).toBe(
          "Retry-After"
        )
        expect(slots).toHaveLength(5_000)
        expect(
          (await store.shopper.call("GET", paymentUrl("", session.id))).status
        ).toBe(200)
      } finally {
        slots.forEach((release) => release())
      }
      const events = await watch(session.id)
      expect(events.response.status).toBe(200)
    })
  },
})
