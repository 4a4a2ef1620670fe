import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { type Rail, RAILS } from "../ledger"
import { isProviderOf } from "../providers/stablecoin/provider-ids"
import type { Rule } from "../settings"

/** Region in which buyers can choose stablecoins. */
export type StablecoinRegion = {
  name: string
  /** Lower case. */
  currency: string
  rails: Rail[]
}

type RegionRow = {
  name: string
  currency_code: string
  payment_providers?: ({ id: string; is_enabled: boolean } | null)[] | null
}

export async function readRegions(
  container: MedusaContainer
): Promise<StablecoinRegion[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "region",
      fields: [
        "name",
        "currency_code",
        "payment_providers.id",
        "payment_providers.is_enabled",
      ],
    })
  return (data as RegionRow[])
    .map(({ name, currency_code, payment_providers }) => {
      const enabled = (payment_providers ?? []).flatMap((provider) =>
        provider?.is_enabled ? provider.id : []
      )
      return {
        name,
        currency: currency_code.toLowerCase(),
        rails: RAILS.filter((rail) =>
          enabled.some((id) => isProviderOf(rail, id))
        ),
      }
    })
    .filter(({ rails }) => rails.length > 0)
}

/** The rules whose region was deleted: number in the settings, and region. */
export async function rulesWithoutRegion(
  container: MedusaContainer,
  rules: readonly Rule[]
): Promise<string[]> {
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "region", fields: ["id"] })
  return rules.flatMap(({ region }, index) =>
    !region || data.some(({ id }) => id === region)
      ? []
      : `${index + 1} (${region})`
  )
}
