import { randomBytes } from "node:crypto"
import { requestOrThrow } from "../../../tools/harness/shop/request"
import type { AdminApi } from "./admin-api"
import type { AdminStore } from "./facts"

export type User = { email: string; password: string }

type Policy = { id: string; key: string }

/**
 * Creates a role with these permissions and a user who accepts an invite with
 * it.
 */
export async function inviteWithRole(
  store: AdminStore,
  api: AdminApi,
  { email, permissions }: { email: string; permissions: string[] }
): Promise<User> {
  const user = { email, password: randomBytes(12).toString("hex") }
  const query = permissions.map((key) => `key[]=${key}`).join("&")
  const { policies } = await api.get<{ policies: Policy[] }>(
    `/admin/rbac/policies?${query}`
  )
  const { role } = await api.post<{ role: { id: string } }>(
    "/admin/rbac/roles",
    { name: email, policy_ids: policies.map(({ id }) => id) }
  )
  const { invite } = await api.post<{ invite: { token: string } }>(
    "/admin/invites",
    { email, roles: [role.id] }
  )
  const { token } = await post<{ token: string }>(
    store,
    "/auth/user/emailpass/register",
    user
  )
  await post(store, `/admin/invites/accept?token=${invite.token}`, {}, token)
  return user
}

async function post<T>(
  { url }: AdminStore,
  path: string,
  body: unknown,
  token = ""
): Promise<T> {
  const headers = { authorization: `Bearer ${token}` }
  return await requestOrThrow(`${url}${path}`, {
    method: "POST",
    headers,
    body,
  })
}
