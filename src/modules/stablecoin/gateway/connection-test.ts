import { publicUrlProblem, testConnection } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminTestConnection,
} from "../../../http-types"
import type { Rail } from "../../../ledger"
import { ownAddressSchema } from "../settings/values"
import type { Account, Credentials } from "../accounts/account"

type Refusal = Extract<AdminConnectionTest, { ok: false }>

/** Credentials to test, or the reason why nothing is sent. */
export type ConnectionPlan =
  { ok: true; credentials: Omit<Credentials, "account"> } | Refusal

/**
 * Merges typed values over the effective credentials. The stored secret is only
 * sent with the base URL and client id that it belongs to, so that it can't be
 * redirected. A typed base URL must be public.
 */
export function planConnectionTest(
  { rail, base_url, client_id, client_secret }: AdminTestConnection,
  current: Partial<
    Pick<Account, "baseUrl" | "clientId" | "clientSecret" | "addressScope">
  >
): ConnectionPlan {
  const baseUrl = base_url
    ? (ownAddressSchema.safeParse(base_url).data ?? base_url)
    : current.baseUrl
  const clientId = client_id || current.clientId
  const isOtherAddress = baseUrl !== current.baseUrl
  const isOther = isOtherAddress || clientId !== current.clientId
  if (isOther && !client_secret && current.clientSecret) {
    return SECRET_NEEDED(rail)
  }
  const clientSecret = client_secret || current.clientSecret
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
      message: problem.message,
      remedy:
        "Enter the gateway's own address, such as https://gateway.example.",
    }
  }
  const addressScope = isOtherAddress ? "public" : current.addressScope
  return {
    ok: true,
    credentials: { baseUrl, clientId, clientSecret, addressScope },
  }
}

/** Admins test one connection at a time. Many at once would be a port scan. */
const MOST_AT_ONCE = 4

let running = 0

/**
 * Tests credentials at the gateway of a rail, within the process's limit of
 * concurrent tests. Reports gateway errors instead of throwing them.
 */
export async function testCredentials(
  rail: Rail,
  credentials: Omit<Credentials, "account">
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
  needed: Record<string, string | null | undefined>
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
