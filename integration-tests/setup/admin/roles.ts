import {
  createRbacRolesWorkflow,
  createUserAccountWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type {
  StablecoinPermission,
  StablecoinResource,
} from "../../../src/http-types"
import type { TestStore } from "../store/test-store"

async function policies(
  container: MedusaContainer,
  resource: StablecoinResource[]
): Promise<{ id: string; resource: string; operation: string }[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "rbac_policy",
      fields: ["id", "resource", "operation"],
      filters: { resource },
    })
  return data
}

/** Permissions on these resources that Medusa's role editor offers. */
export async function offeredPermissions(
  container: MedusaContainer,
  resources: StablecoinResource[]
): Promise<string[]> {
  const offered = await policies(container, resources)
  return offered.map(({ resource, operation }) => `${resource}:${operation}`)
}

/**
 * Logs in a new user.
 *
 * @param granted permissions of the user's role; none: the user has no role
 * @returns the token of the session
 */
export async function logInWithRole(
  { container, url }: TestStore,
  name: string,
  granted: readonly StablecoinPermission[]
): Promise<string> {
  const roles = granted.length ? [await newRole(container, name, granted)] : []
  const credentials = { email: `${name}@example.com`, password: "not-a-secret" }
  const { authIdentity } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: credentials })
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: authIdentity!.id,
      userData: { email: credentials.email, roles },
    },
  })
  const response = await fetch(`${url}/auth/user/emailpass`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

async function newRole(
  container: MedusaContainer,
  name: string,
  granted: readonly StablecoinPermission[]
): Promise<string> {
  const resources = granted.map(
    (permission) => permission.split(":")[0] as StablecoinResource
  )
  const policy_ids = (await policies(container, resources))
    .filter(({ resource, operation }) =>
      granted.some((one) => one === `${resource}:${operation}`)
    )
    .map(({ id }) => id)
  expect(policy_ids).toHaveLength(granted.length)
  const { result } = await createRbacRolesWorkflow(container).run({
    input: { roles: [{ name, policy_ids }] },
  })
  return result[0]!.id
}
