import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { FeatureFlag, Modules } from "@medusajs/framework/utils"
import { ADMIN } from "../shop/names"

/** Creates the admin user, as `medusa user` does. */
export async function seedAdmin(container: MedusaContainer): Promise<void> {
  const { authIdentity, error } = await container
    .resolve(Modules.AUTH)
    .register("emailpass", { body: { ...ADMIN } })
  if (!authIdentity) {
    throw new Error(
      `The admin user could not be created: ${error ?? "unknown"}`
    )
  }
  const roles = FeatureFlag.isFeatureEnabled("rbac") ? ["role_super_admin"] : []
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: authIdentity.id,
      userData: { email: ADMIN.email, first_name: "Demo", roles },
    },
  })
}
