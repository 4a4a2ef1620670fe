import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

type Region = {
  payment_providers?: ({ id: string; is_enabled: boolean } | null)[] | null
}

/** Ids of the payment providers that a region's buyers may choose; none without a region. */
export async function readProviders(
  scope: MedusaContainer,
  regionId: string | null
): Promise<string[]> {
  if (!regionId) {
    return []
  }
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "region",
    fields: ["payment_providers.id", "payment_providers.is_enabled"],
    filters: { id: regionId },
  })
  const [region] = data as Region[]
  return (region?.payment_providers ?? []).flatMap((provider) =>
    provider?.is_enabled ? provider.id : []
  )
}
