import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import {
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  webhookSecret,
} from "../../harness/gateway/webhooks"
import { type Rail, RAILS } from "../../src/ledger"
import { NO_WEBHOOKS } from "../setup/gateway/bad-webhooks"
import { ReceiverProcess } from "../setup/gateway/receiver-process"
import { storeTest } from "../setup/store/store"

const LIMIT = 64 * 1024

type Request = {
  body?: string | Buffer
  method?: string
  headers?: Record<string, string>
}

/** The parts of an answer that a sender may depend on. */
async function answered(url: string, { headers, ...request }: Request) {
  const response = await fetch(url, {
    method: "POST",
    ...request,
    headers: { "content-type": "application/json", ...headers },
  })
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    length: response.headers.get("content-length"),
    encoding: response.headers.get("content-encoding"),
    body: await response.text(),
  }
}

let number = 0
/** A webhook that concerns another shop. */
const genuine = (rail: Rail) => {
  const order = { order_no: "stpay_of_another", number: (number += 1) }
  return JSON.stringify(
    rail === "hosted"
      ? { event: "payment.success", payload: order }
      : { event: "payment_order.paid", data: order }
  )
}

const signedWith = (rail: Rail, secret: string, body: string | Buffer) => ({
  body,
  headers: { [SIGNATURE_HEADERS[rail]]: sign(body, secret) },
})

const ANSWERS: {
  what: string
  status: number
  request(rail: Rail, secret: string): Request
}[] = [
  {
    what: "genuine",
    status: 200,
    request: (rail, secret) => signedWith(rail, secret, genuine(rail)),
  },
  {
    what: "unsigned",
    status: 401,
    request: (rail) => ({ body: genuine(rail) }),
  },
  {
    what: "signed with nothing",
    status: 401,
    request: (rail) => ({
      body: genuine(rail),
      headers: { [SIGNATURE_HEADERS[rail]]: "" },
    }),
  },
  {
    what: "signed with another secret",
    status: 401,
    request: (rail) => signedWith(rail, "forged", genuine(rail)),
  },
  {
    what: "too large, and unsigned",
    status: 413,
    request: (rail) => ({ body: genuine(rail).padEnd(LIMIT + 1) }),
  },
  {
    what: "too large",
    status: 413,
    request: (rail, secret) =>
      signedWith(rail, secret, genuine(rail).padEnd(LIMIT + 1)),
  },
  {
    what: "compressed",
    status: 415,
    request: (rail, secret) => {
      const { body, headers } = signedWith(rail, secret, genuine(rail))
      const compressed = { ...headers, "content-encoding": "gzip" }
      return { body: gzipSync(body), headers: compressed }
    },
  },
]

storeTest({
  tests: (store) => {
    let spool: string
    let receiver: ReceiverProcess
    beforeAll(async () => {
      spool = await mkdtemp(join(tmpdir(), "medusa-stablecoin-spool-"))
      receiver = await ReceiverProcess.start(spool, {})
    })
    afterAll(async () => {
      await receiver?.end()
      await rm(spool, { recursive: true, force: true })
    })

    const signed = (rail: Rail, body: string | Buffer) =>
      signedWith(rail, webhookSecret(store, rail), body).headers

    /** Sends a request to both, and expects one answer. */
    async function expectSame(
      path: string,
      status: number,
      request: Request
    ): Promise<void> {
      const own = await answered(`${store.url}${path}`, request)
      expect({ path, status: own.status }).toEqual({ path, status })
      expect({
        path,
        ...(await answered(`${receiver.url}${path}`, request)),
      }).toEqual({ path, ...own })
    }

    it.each(NO_WEBHOOKS)(
      "the receiver answers a body of $what to the byte as the store does",
      async ({ body, contentType = "application/json" }) => {
        for (const rail of RAILS) {
          const headers = { ...signed(rail, body), "content-type": contentType }
          for (const path of WEBHOOK_PATHS[rail]) {
            await expectSame(path, 400, { body, headers })
          }
        }
      }
    )

    it.each(ANSWERS)(
      "the receiver answers a webhook that is $what to the byte as the store does",
      async ({ status, request }) => {
        for (const rail of RAILS) {
          for (const path of WEBHOOK_PATHS[rail]) {
            const sent = request(rail, webhookSecret(store, rail))
            await expectSame(path, status, sent)
          }
        }
      }
    )

    it("the receiver answers 404 where the store does", async () => {
      const [path] = WEBHOOK_PATHS.hosted
      const others = [
        ...["GET", "HEAD", "PUT", "PATCH", "DELETE"].map((method) => ({
          method,
          path,
        })),
        ...["/", "/hooks/", "/hooks/stablecoin/other", `${path}/more`].map(
          (path) => ({ method: "POST", path })
        ),
      ]
      for (const { method, path } of others) {
        const own = await answered(`${store.url}${path}`, { method })
        const answer = await answered(`${receiver.url}${path}`, { method })
        const message = `There is no ${method} ${path}.`
        expect([method, path, own.status, answer]).toMatchObject([
          method,
          path,
          404,
          {
            status: 404,
            type: "application/json; charset=utf-8",
            body:
              method === "HEAD"
                ? ""
                : JSON.stringify({ type: "not_found", message }),
          },
        ])
      }
    })

    it.each(RAILS)(
      "the receiver receives webhooks at every address of the store: %s",
      async (rail) => {
        const [path] = WEBHOOK_PATHS[rail]
        for (const same of [
          `${path}/`,
          `${path}?source=gateway`,
          path.toUpperCase(),
        ]) {
          const body = genuine(rail)
          await expectSame(same, 200, { body, headers: signed(rail, body) })
        }
      }
    )
  },
})
