import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  Modules,
  ProductStatus,
} from "@medusajs/framework/utils"

/** Both rails, as Medusa names them. */
export const PROVIDERS = {
  hosted: "pp_stablecoin-hosted_default",
  onchain: "pp_stablecoin-onchain_default",
} as const

/** What a buyer needs to know of a seeded store. */
export type SeededStore = {
  region_id: string
  variant_id: string
  shipping_option_id: string
  publishable_key: string
  /** Major units of the region's currency. */
  price: number
  shipping_price: number
}

export type SeedOptions = {
  currency?: string
  price?: number
  stock?: number
}

const COUNTRY = "us"

/**
 * Fills an empty store with the least that can be sold: a region with both
 * providers, a product in stock, a way to ship it and a publishable key.
 */
export async function seedStore(
  container: MedusaContainer,
  { currency = "usd", price = 10, stock = 1_000_000 }: SeedOptions = {}
): Promise<SeededStore> {
  const shipping_price = 2.5
  const {
    result: [channel],
  } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Webshop" }] },
  })
  const {
    result: [region],
  } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "United States",
          currency_code: currency,
          countries: [COUNTRY],
          payment_providers: Object.values(PROVIDERS),
        },
      ],
    },
  })
  await createTaxRegionsWorkflow(container).run({
    input: [{ country_code: COUNTRY, provider_id: "tp_system" }],
  })
  const {
    result: [location],
  } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        {
          name: "Warehouse",
          address: {
            address_1: "1 Main St",
            country_code: COUNTRY,
            city: "Springfield",
          },
        },
      ],
    },
  })
  if (!channel || !region || !location) {
    throw new Error("The store could not be seeded.")
  }
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [channel.id] },
  })
  const shipping = await seedShipping(container, {
    location_id: location.id,
    region_id: region.id,
    price: shipping_price,
    currency,
  })
  const variant_id = await seedProduct(container, {
    channel_id: channel.id,
    location_id: location.id,
    shipping_profile_id: shipping.profile_id,
    currency,
    price,
    stock,
  })
  const {
    result: [key],
  } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [{ title: "Webshop", type: "publishable", created_by: "" }],
    },
  })
  if (!key) {
    throw new Error("The publishable key could not be made.")
  }
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: key.id, add: [channel.id] },
  })
  return {
    region_id: region.id,
    variant_id,
    shipping_option_id: shipping.option_id,
    publishable_key: key.token,
    price,
    shipping_price,
  }
}

async function seedShipping(
  container: MedusaContainer,
  input: {
    location_id: string
    region_id: string
    price: number
    currency: string
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
        name: "United States",
        geo_zones: [{ country_code: COUNTRY, type: "country" }],
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
        prices: [
          { currency_code: input.currency, amount: input.price },
          { region_id: input.region_id, amount: input.price },
        ],
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

async function seedProduct(
  container: MedusaContainer,
  input: {
    channel_id: string
    location_id: string
    shipping_profile_id: string
    currency: string
    price: number
    stock: number
  }
): Promise<string> {
  const {
    result: [product],
  } = await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: "Enamel mug",
          handle: "enamel-mug",
          status: ProductStatus.PUBLISHED,
          shipping_profile_id: input.shipping_profile_id,
          options: [{ title: "Size", values: ["One size"] }],
          variants: [
            {
              title: "One size",
              sku: "MUG",
              options: { Size: "One size" },
              manage_inventory: true,
              prices: [{ amount: input.price, currency_code: input.currency }],
            },
          ],
          sales_channels: [{ id: input.channel_id }],
        },
      ],
    },
  })
  const variant = product?.variants[0]
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: items } = await query.graph({
    entity: "inventory_item",
    fields: ["id"],
  })
  const item = items[0]
  if (!variant || !item) {
    throw new Error("The product could not be seeded.")
  }
  await createInventoryLevelsWorkflow(container).run({
    input: {
      inventory_levels: [
        {
          location_id: input.location_id,
          inventory_item_id: item.id,
          stocked_quantity: input.stock,
        },
      ],
    },
  })
  return variant.id
}
