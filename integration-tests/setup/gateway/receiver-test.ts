import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  postRaw,
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
  type WebhookAnswer,
} from "../../../harness/gateway/webhooks"
import { Observer } from "../../../harness/postgres/observer"
import { TestDatabases } from "../../../harness/postgres/test-databases"
import type { Rail } from "../../../src/ledger"
import { RefusedConnections } from "../postgres/refused-connections"
import { ReceiverProcess } from "./receiver-process"

export const SECRETS: Record<Rail, string> = {
  hosted: "hosted-secret-of-the-receiver",
  onchain: "whsec-of-the-receiver",
}

/** Variables that medusa-config.ts reads, besides the database. */
export const ENV = {
  STABLECOIN_HOSTED_BASE_URL: "https://gateway.example",
  STABLECOIN_HOSTED_CLIENT_ID: "test_merchant",
  STABLECOIN_HOSTED_CLIENT_SECRET: SECRETS.hosted,
  STABLECOIN_ONCHAIN_BASE_URL: "https://business.example",
  STABLECOIN_ONCHAIN_CLIENT_ID: "test_business",
  STABLECOIN_ONCHAIN_CLIENT_SECRET: "onchain-secret",
  STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: SECRETS.onchain,
}

/** A database, and the receivers that a test starts on it. */
export type ReceiverBench = {
  readonly databaseUrl: string
  /** A folder that is empty before each test. */
  readonly folder: string
  /**
   * Starts the command `receive`, and ends it after the test.
   *
   * @param env added to the usual environment
   * @param options of the command
   */
  start(start?: {
    spool?: string
    env?: Record<string, string>
    options?: readonly string[]
  }): Promise<ReceiverProcess>
  /** The bodies in the database, the oldest first. */
  stored(): Promise<string[]>
  /** The database refuses connections, as during a restart. */
  takeAway(): Promise<void>
  bringBack(): Promise<void>
}

export function receiverTest(tests: (bench: ReceiverBench) => void): void {
  const databases = TestDatabases.ofThisRun()
  const receivers: ReceiverProcess[] = []
  let databaseUrl: string
  let folder: string
  let outage: RefusedConnections

  beforeAll(async () => {
    databaseUrl = await databases.copyOf("migrated")
    outage = new RefusedConnections(databaseUrl)
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-spool-"))
  })
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((each) => each.end("SIGKILL")))
    await outage.end()
    await rm(folder, { recursive: true, force: true })
  })
  afterAll(async () => {
    await databases.drop(databaseUrl)
  })

  tests({
    get databaseUrl() {
      return databaseUrl
    },
    get folder() {
      return folder
    },
    start: async ({ spool = folder, env, options } = {}) => {
      const all = { ...ENV, DATABASE_URL: databaseUrl, ...env }
      const receiver = await ReceiverProcess.start(spool, all, options)
      receivers.push(receiver)
      return receiver
    },
    stored: async () => {
      const observer = await Observer.connect(databaseUrl)
      try {
        const rows = await observer.query<{ body: string }>(
          "SELECT body FROM stablecoin_webhook_event ORDER BY id"
        )
        return rows.map(({ body }) => body)
      } finally {
        await observer.close()
      }
    },
    takeAway: async () => await outage.begin(),
    bringBack: async () => await outage.end(),
  })
}

let sent = 0

/** A new webhook body, which is about no payment of this store. */
export function newBody(rail: Rail, text = ""): string {
  const number = (sent += 1)
  return JSON.stringify(
    rail === "hosted"
      ? { event: "payment.success", payload: {}, number, text }
      : { event: "payment_order.paid", data: {}, number, text }
  )
}

/** Sends a signed webhook, as the gateway does. */
export async function sendTo(
  { url }: { url: string },
  rail: Rail,
  body: string,
  secret: string = SECRETS[rail],
  path: string = WEBHOOK_PATHS[rail][0]
): Promise<WebhookAnswer> {
  return await postRaw({ url }, path, body, {
    [SIGNATURE_HEADERS[rail]]: sign(body, secret),
  })
}

export async function healthOf(
  { url }: { url: string },
  path = "/health"
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}${path}`)
  return { status: response.status, body: await response.json() }
}
