import type { Context } from "hono"
import type { Account, ApiName } from "./accounts"
import type { Gateway } from "./gateway"
import type { ApiEnv } from "./http/recorder"
import { Refusal } from "./http/refusal"

/** Issues a token. @throws Refusal 401 for other credentials */
export function issueToken(
  { state: { accounts, tokens } }: Gateway,
  api: ApiName,
  client: { client_id: string; client_secret: string }
) {
  const { client_id: id, client_secret: secret } = client
  const account = accounts.authenticate(api, id, secret)
  if (!account) {
    throw new Refusal(401, "Invalid client credentials.")
  }
  return tokens.issue(api, account.id)
}

/**
 * The account that a call's bearer token was issued for.
 *
 * @throws Refusal 401 if the token is missing, wrong or expired
 */
export function callerOf(
  { state: { accounts, tokens } }: Gateway,
  c: Context<ApiEnv>,
  api: ApiName | "buyer"
): Account {
  const header = c.req.header("Authorization") ?? ""
  const holder = tokens.holder(api, /^Bearer (\S+)$/i.exec(header)?.[1])
  if (!holder) {
    throw new Refusal(
      401,
      "Unauthenticated: the token is missing, invalid or expired."
    )
  }
  return accounts.byId(holder.accountId)
}
