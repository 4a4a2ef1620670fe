import { publicUrlProblem, testConnection } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminTestConnection,
} from "../../../http-types"
import type { Rail } from "../../../ledger"
import { ownAddressSchema } from "../settings/options"
import type { PartialCredentials } from "../settings/partial-credentials"

/** Credentials that are whole. */
export type WholeCredentials = {
  baseUrl: string
  clientId: string
  clientSecret: string
  addressScope?: PartialCredentials["addressScope"]
}

type Refusal = Extract<AdminConnectionTest, { ok: false }>

/** What is to be tried, or why nothing is sent. */
export type ConnectionPlan =
  { ok: true; credentials: WholeCredentials } | Refusal

/**
 * Lays what a person has typed over the credentials in force. The secret in
 * force goes with the address and the client id in force and with no others,
 * so that nobody can have it sent elsewhere; an address that is typed in must
 * be public.
 */
export function planConnectionTest(
  { rail, base_url, client_id, client_secret }: AdminTestConnection,
  inForce: PartialCredentials
): ConnectionPlan {
  const baseUrl = base_url
    ? (ownAddressSchema.safeParse(base_url).data ?? base_url)
    : inForce.baseUrl
  const clientId = client_id || inForce.clientId
  const isOtherAddress = baseUrl !== inForce.baseUrl
  const isOther = isOtherAddress || clientId !== inForce.clientId
  if (isOther && !client_secret && inForce.clientSecret) {
    return SECRET_NEEDED(rail)
  }
  const clientSecret = client_secret || inForce.clientSecret
  if (!baseUrl || !clientId || !clientSecret) {
    return incomplete(rail, {
      base_url: baseUrl,
      client_id: clientId,
      client_secret: clientSecret,
    })
  }
  const problem = isOtherAddress ? publicUrlProblem(baseUrl) : null
  if (problem) {
    return {
      ok: false,
      rail,
      code: "private_address",
      message: problem,
      remedy:
        "Enter the gateway's own address, such as https://gateway.example.",
    }
  }
  const addressScope = isOtherAddress ? "public" : inForce.addressScope
  return {
    ok: true,
    credentials: { baseUrl, clientId, clientSecret, addressScope },
  }
}

/** Persons test one at a time; many at once would be a scan of somebody's network. */
const MOST_AT_ONCE = 4

let running = 0

/**
 * Tries credentials at the gateway of a rail, for whoever wants them tried, so
 * many at once as one process may. Does not throw for what the gateway does.
 */
export async function testCredentials(
  rail: Rail,
  credentials: WholeCredentials
): Promise<AdminConnectionTest> {
  if (running >= MOST_AT_ONCE) {
    return TOO_MANY(rail)
  }
  running += 1
  try {
    return { ...(await testConnection(rail, credentials)), rail }
  } finally {
    running -= 1
  }
}

const TOO_MANY = (rail: Rail): Refusal => ({
  ok: false,
  rail,
  code: "rate_limited",
  message: `${MOST_AT_ONCE} connection tests are under way already.`,
  remedy: "Wait some seconds, then try again.",
})

const SECRET_NEEDED = (rail: Rail): Refusal => ({
  ok: false,
  rail,
  code: "secret_needed",
  message:
    "The stored client secret was entered for another base URL or client id, and is not sent to this one.",
  remedy: "Enter the client secret that belongs to them.",
})

function incomplete(
  rail: Rail,
  needed: Record<string, string | undefined>
): Refusal {
  const missing = Object.keys(needed).filter((name) => !needed[name])
  return {
    ok: false,
    rail,
    code: "incomplete",
    message: `There is nothing to try yet: ${missing.join(", ")} missing.`,
    remedy: "Enter base URL, client id and client secret.",
  }
}
