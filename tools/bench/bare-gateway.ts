import { randomBytes } from "node:crypto"
import { Pool } from "undici"
import type { Rail } from "../../src/ledger"
import type { Sandbox } from "../../packages/sandbox/src"

const APIS = { hosted: "merchant", onchain: "business" } as const
const PATHS = {
  hosted: {
    verify: "/merchant/api/verify",
    create: "/merchant/api/transaction-info",
  },
  onchain: { verify: "/api/v1/auth/verify", create: "/api/v1/transactions" },
} as const

/** Minimal gateway client: one POST over a keep-alive connection. */
export class BareGateway {
  private constructor(
    private readonly pool: Pool,
    private readonly path: string,
    private readonly token: string,
    private readonly body: Record<string, unknown>
  ) {}

  /**
   * Gets a token, and copies the body of the store's last creation.
   *
   * @throws if there was none
   */
  static async open(sandbox: Sandbox, rail: Rail): Promise<BareGateway> {
    const pool = new Pool(sandbox.urls[APIS[rail]])
    const { clientId, clientSecret } = sandbox.credentials[rail]
    const verified = await post<{ data: { access_token: string } }>(
      pool,
      PATHS[rail].verify,
      { client_id: clientId, client_secret: clientSecret }
    )
    const sent = creations(sandbox, rail).at(-1)?.body
    if (!isObject(sent)) {
      throw new Error(`The store has not created a ${rail} payment yet.`)
    }
    return new BareGateway(
      pool,
      PATHS[rail].create,
      verified.data.access_token,
      sent
    )
  }

  /** Creates a transaction or payment order that belongs to no payment. */
  async create(): Promise<void> {
    const order_no = `bare_${randomBytes(8).toString("hex")}`
    const body = { ...this.body, order_no }
    await post(this.pool, this.path, body, this.token)
  }

  async close(): Promise<void> {
    await this.pool.close()
  }
}

/** Requests that the gateway received on a rail's API. */
export function requests(sandbox: Sandbox, rail: Rail) {
  return sandbox.requests({ api: APIS[rail] })
}

function creations(sandbox: Sandbox, rail: Rail) {
  return sandbox.requests({ api: APIS[rail], endpoint: "create" })
}

/** One POST of JSON. @throws unless the response is a success */
export async function post<T>(
  pool: Pool,
  path: string,
  body: unknown,
  token?: string
): Promise<T> {
  const answer = await pool.request({
    path,
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) {
    throw new Error(`${path} was answered ${answer.statusCode}: ${text}`)
  }
  return JSON.parse(text) as T
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
