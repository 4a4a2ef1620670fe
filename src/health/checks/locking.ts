import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { check, error, ok, warning } from "../check"

/** Private fields of Medusa's locking module, for the default provider. */
type LockingModule = {
  defaultProviderId?: string
  providerService_?: { retrieveProviderRegistration(id: string): object }
}

export const locking = check("locking", async (context) => {
  const name = providerOf(context.container)
  if (name.includes("redis")) {
    return ok("redis")
  }
  if (name.includes("postgres")) {
    return warning("postgres")
  }
  if (!name.includes("memory")) {
    return warning("other", { name })
  }
  if (context.isSplit) {
    return error("in_memory_shared")
  }
  return (context.isProduction ? warning : ok)("in_memory")
})

/**
 * Returns the identifier of the default provider, or its id, which the merchant
 * chooses.
 */
function providerOf(container: MedusaContainer): string {
  const module = container.resolve<LockingModule>(Modules.LOCKING)
  const id = module.defaultProviderId ?? "unknown"
  const provider = module.providerService_?.retrieveProviderRegistration(id)
  const { identifier } = (provider?.constructor ?? {}) as {
    identifier?: string
  }
  return identifier ?? id
}
