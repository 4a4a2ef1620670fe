import {
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { COUNTRY, EURO_COUNTRY } from "../shop/names"

/**
 * Adds a shipping option at a flat price, from one location to both countries.
 */
export async function seedShipping(
  container: MedusaContainer,
  input: {
    location_id: string
    price: number
    currencies: readonly string[]
  }
): Promise<{ option_id: string; profile_id: string }> {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const fulfillment = container.resolve(Modules.FULFILLMENT)
  const {
    result: [profile],
  } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: "Default", type: "default" }] },
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: input.location_id },
    [Modules.FULFILLMENT]: { fulfillment_provider_id: "manual_manual" },
  })
  const set = await fulfillment.createFulfillmentSets({
    name: "Shipping",
    type: "shipping",
    service_zones: [
      {
        name: "Everywhere",
        geo_zones: [COUNTRY, EURO_COUNTRY].map((country_code) => {
          return { country_code, type: "country" as const }
        }),
      },
    ],
  })
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: input.location_id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  })
  const zone = set.service_zones[0]
  if (!profile || !zone) {
    throw new Error("The shipping could not be seeded.")
  }
  const {
    result: [option],
  } = await createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: "Standard",
        price_type: "flat",
        provider_id: "manual_manual",
        service_zone_id: zone.id,
        shipping_profile_id: profile.id,
        type: { label: "Standard", description: "Two days", code: "standard" },
        prices: input.currencies.map((currency_code) => {
          return { currency_code, amount: input.price }
        }),
        rules: [
          { attribute: "enabled_in_store", value: "true", operator: "eq" },
          { attribute: "is_return", value: "false", operator: "eq" },
        ],
      },
    ],
  })
  if (!option) {
    throw new Error("The shipping option could not be seeded.")
  }
  return { option_id: option.id, profile_id: profile.id }
}
