/**
 * The least that a receiver of webhooks can do, as a process of its own: HMAC
 * over the raw body, one INSERT for all webhooks that wait, and the answer
 * after its commit. It parses nothing and recognizes no other shop.
 *
 *   tsx bare-receiver.ts
 *
 * It prints its address as the command `receive` does.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { once } from "node:events"
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { Pool } from "@medusajs/framework/pg"
import { SIGNATURE_HEADERS } from "../harness/gateway/webhooks"
import { type Rail, RAILS } from "../src/ledger"

/** As many as the receiver has. */
const CONNECTIONS = 4
const AT_ONCE = 64
const RECEIVED = JSON.stringify({ received: true })

type Webhook = { rail: Rail; body: Buffer; digest: string; done(): void }

const env = process.env
const SECRETS: Record<Rail, string> = {
  hosted: env.STABLECOIN_HOSTED_CLIENT_SECRET ?? "",
  onchain: env.STABLECOIN_ONCHAIN_WEBHOOK_SECRETS ?? "",
}

const INSERT = `
  INSERT INTO ${env.DATABASE_SCHEMA}.stablecoin_webhook_event
    (id, rail, event, digest, body, signed_for, reports_money, error, status,
     next_attempt_at)
  SELECT id, rail, 'bare', digest, body, '[]', false, NULL, 'received', now()
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
    AS webhook (id, rail, digest, body)
  ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING`

const pool = new Pool({
  connectionString: env.DATABASE_URL,
  max: CONNECTIONS,
})
const waiting: Webhook[] = []
let count = 0
let isInserting = false

async function receive(
  req: IncomingMessage,
  res: ServerResponse
): Promise<void> {
  const pieces: Buffer[] = []
  req.on("data", (piece: Buffer) => pieces.push(piece))
  await once(req, "end")
  const body = Buffer.concat(pieces)
  const rail = RAILS.find((each) => req.url?.endsWith(each)) ?? "hosted"
  const given = String(req.headers[SIGNATURE_HEADERS[rail].toLowerCase()])
  const hmac = createHmac("sha256", SECRETS[rail]).update(body).digest()
  if (!timingSafeEqual(hmac, Buffer.from(given, "hex"))) {
    res.writeHead(401).end()
    return
  }
  const done = (): void => {
    res
      .writeHead(200, {
        "content-type": "application/json",
        "content-length": RECEIVED.length,
      })
      .end(RECEIVED)
  }
  waiting.push({ rail, body, digest: given, done })
  if (!isInserting) {
    void insertWaiting()
  }
}

async function insertWaiting(): Promise<void> {
  isInserting = true
  while (waiting.length) {
    const webhooks = waiting.splice(0, AT_ONCE)
    await pool.query({
      name: "insert",
      text: INSERT,
      values: [
        webhooks.map(() => `bare_${process.pid}_${(count += 1)}`),
        webhooks.map(({ rail }) => rail),
        webhooks.map(({ digest }) => digest),
        webhooks.map(({ body }) => body.toString()),
      ],
    })
    webhooks.forEach(({ done }) => done())
  }
  isInserting = false
}

const server = createServer((req, res) => void receive(req, res))
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  console.log(
    JSON.stringify({ url: `http://127.0.0.1:${port}`, pid: process.pid })
  )
})
