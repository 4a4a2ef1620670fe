import {
  createApiKeysWorkflow,
  createInventoryLevelsWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  ProductStatus,
} from "@medusajs/framework/utils"
import { COUNTRY, EURO_COUNTRY, PROVIDERS } from "../shop/names"
import { seedShipping } from "./seed-shipping"

export { PROVIDERS }

/** The data of a store that a buyer of a region needs. */
export type Offer = {
  region_id: string
  country_code: string
  variant_id: string
  shipping_option_id: string
  publishable_key: string
  /** In major units of the region's currency. */
  price: number
  shipping_price: number
}

export type SeededStore = Offer & {
  /** The same products in Europe. */
  euro: Offer
}

export type SeedOptions = {
  currency?: string
  /** Whether Europe has the plugin's providers. The store has a price source. */
  sellsInEuro?: boolean
  /** Payment providers in addition to the plugin's. */
  otherProviders?: readonly string[]
  price?: number
  stock?: number
}

/**
 * Fills an empty store with the minimum for a sale: a region with both
 * providers, another in euros, a product in stock, a shipping option and a
 * publishable key.
 */
export async function seedStore(
  container: MedusaContainer,
  {
    currency = "usd",
    sellsInEuro = false,
    otherProviders = [],
    price = 10,
    stock = 1_000_000,
  }: SeedOptions = {}
): Promise<SeededStore> {
  const shipping_price = 2.5
  const currencies = [...new Set([currency, "eur"])]
  const providers = Object.values(PROVIDERS)
  const {
    result: [channel],
  } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Webshop" }] },
  })
  const {
    result: [region, europe],
  } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        {
          name: "United States",
          currency_code: currency,
          countries: [COUNTRY],
          payment_providers: [...providers, ...otherProviders],
        },
        {
          name: "Europe",
          currency_code: "eur",
          countries: [EURO_COUNTRY],
          payment_providers: sellsInEuro ? providers : [],
        },
      ],
    },
  })
  await createTaxRegionsWorkflow(container).run({
    input: [COUNTRY, EURO_COUNTRY].map((country_code) => {
      return { country_code, provider_id: "tp_system" }
    }),
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
  if (!channel || !region || !europe || !location) {
    throw new Error("The store could not be seeded.")
  }
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location.id, add: [channel.id] },
  })
  const shipping = await seedShipping(container, {
    location_id: location.id,
    price: shipping_price,
    currencies,
  })
  const variant_id = await seedProduct(container, {
    channel_id: channel.id,
    location_id: location.id,
    shipping_profile_id: shipping.profile_id,
    currencies,
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
    throw new Error("The publishable key could not be created.")
  }
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: key.id, add: [channel.id] },
  })
  if (sellsInEuro) {
    await container.resolve("stablecoin").prices.refresh()
  }
  const offer = {
    region_id: region.id,
    country_code: COUNTRY,
    variant_id,
    shipping_option_id: shipping.option_id,
    publishable_key: key.token,
    price,
    shipping_price,
  }
  const euro = { region_id: europe.id, country_code: EURO_COUNTRY }
  return { ...offer, euro: { ...offer, ...euro } }
}

async function seedProduct(
  container: MedusaContainer,
  input: {
    channel_id: string
    location_id: string
    shipping_profile_id: string
    currencies: readonly string[]
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
          description:
            "Steel, enamelled twice and fired at 800\u00a0°C. Holds a third of a litre, forgives being dropped, and gets better looking for it.",
          status: ProductStatus.PUBLISHED,
          shipping_profile_id: input.shipping_profile_id,
          options: [{ title: "Size", values: ["One size"] }],
          variants: [
            {
              title: "One size",
              sku: "MUG",
              options: { Size: "One size" },
              manage_inventory: true,
              prices: input.currencies.map((currency_code) => {
                return { amount: input.price, currency_code }
              }),
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
