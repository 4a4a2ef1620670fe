import { testConnection } from "../../../gateway"
import type {
  AdminConnectionTest,
  AdminFieldError,
  AdminTestConnection,
} from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { Credentials } from "../accounts/account"
import type { EffectiveAccount } from "../accounts/effective-accounts"
import { readCredentials } from "../accounts/typed-credentials"

type Refusal = Extract<AdminConnectionTest, { ok: false }>

/** Credentials to test, or the reason why nothing is sent. */
export type ConnectionPlan =
  { ok: true; credentials: Omit<Credentials, "account"> } | Refusal

/** Merges typed values over the credentials of the current account. */
export function planConnectionTest(
  { rail, ...typed }: AdminTestConnection,
  current: Pick<EffectiveAccount, "source" | "parts">
): ConnectionPlan {
  const errors: AdminFieldError[] = []
  const credentials = readCredentials(errors, rail, typed, current)
  return credentials
    ? { ok: true, credentials }
    : {
        ok: false,
        rail,
        code: errors[0]?.code ?? "incomplete",
        message: errors
          .map(({ path, message }) => `${path}: ${message}`)
          .join(" "),
        remedy:
          "Enter the base URL, the client id and the client secret that belong together.",
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
    return {
      ok: false,
      rail,
      code: "rate_limited",
      message: `${MOST_AT_ONCE} connection tests are under way already.`,
      remedy: "Wait some seconds, then try again.",
    }
  }
  running += 1
  try {
    return { ...(await testConnection(rail, credentials)), rail }
  } finally {
    running -= 1
  }
}
