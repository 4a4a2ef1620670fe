import { COUNTRY, EURO_COUNTRY } from "../../tools/harness/shop/names.ts"
import type { SeededStore } from "../../tools/harness/store/seed.ts"
import type { Merchant } from "../../tools/harness/shop/merchant.ts"

type Found = { id: string }

const PRICE = 10
const SHIPPING_PRICE = 2.5

/** The same amount in the currency of each region. */
const pricesOf = (amount: number) =>
  ["usd", "eur"].map((currency_code) => ({ amount, currency_code }))

/**
 * Creates everything needed to sell in the admin: a product, a shipping option,
 * a publishable key.
 */
export async function createCatalog(
  api: Merchant,
  [region_id = "", europe = ""]: readonly string[]
): Promise<SeededStore> {
  const { sales_channel } = await api.post<{ sales_channel: Found }>(
    "/admin/sales-channels",
    { name: "Webshop" }
  )
  const { shipping_profile } = await api.post<{ shipping_profile: Found }>(
    "/admin/shipping-profiles",
    { name: "Parcels", type: "parcels" }
  )
  const shipping_option_id = await enterShipping(api, {
    channel: sales_channel.id,
    profile: shipping_profile.id,
  })
  const { product } = await api.post<{ product: { variants: Found[] } }>(
    "/admin/products",
    {
      title: "Enamel mug",
      status: "published",
      shipping_profile_id: shipping_profile.id,
      options: [{ title: "Size", values: ["One size"] }],
      variants: [
        {
          title: "One size",
          options: { Size: "One size" },
          manage_inventory: false,
          prices: pricesOf(PRICE),
        },
      ],
      sales_channels: [sales_channel],
    }
  )
  const { api_key } = await api.post<{ api_key: Found & { token: string } }>(
    "/admin/api-keys",
    { title: "Webshop", type: "publishable" }
  )
  await api.post(`/admin/api-keys/${api_key.id}/sales-channels`, {
    add: [sales_channel.id],
  })
  const offer = {
    region_id,
    country_code: COUNTRY,
    variant_id: product.variants[0]?.id ?? "",
    shipping_option_id,
    publishable_key: api_key.token,
    price: PRICE,
    shipping_price: SHIPPING_PRICE,
  }
  const euro = { region_id: europe, country_code: EURO_COUNTRY }
  return { ...offer, euro: { ...offer, ...euro } }
}

/** @returns the shipping option */
async function enterShipping(
  api: Merchant,
  { channel, profile }: { channel: string; profile: string }
): Promise<string> {
  const { stock_location: location } = await api.post<{
    stock_location: Found
  }>("/admin/stock-locations", { name: "Warehouse" })
  const path = `/admin/stock-locations/${location.id}`
  await api.post(`${path}/sales-channels`, { add: [channel] })
  await api.post(`${path}/fulfillment-providers`, { add: ["manual_manual"] })
  const { stock_location } = await api.post<{
    stock_location: { fulfillment_sets: Found[] }
  }>(`${path}/fulfillment-sets?fields=*fulfillment_sets`, {
    name: "Shipping",
    type: "shipping",
  })
  const { fulfillment_set } = await api.post<{
    fulfillment_set: { service_zones: Found[] }
  }>(
    `/admin/fulfillment-sets/${stock_location.fulfillment_sets[0]?.id}/service-zones`,
    {
      name: "Both regions",
      geo_zones: [COUNTRY, EURO_COUNTRY].map((country_code) => {
        return { type: "country", country_code }
      }),
    }
  )
  const { shipping_option } = await api.post<{ shipping_option: Found }>(
    "/admin/shipping-options",
    {
      name: "Standard",
      price_type: "flat",
      provider_id: "manual_manual",
      service_zone_id: fulfillment_set.service_zones[0]?.id,
      shipping_profile_id: profile,
      type: { label: "Standard", description: "Two days", code: "standard" },
      prices: pricesOf(SHIPPING_PRICE),
      rules: [
        { attribute: "enabled_in_store", value: "true", operator: "eq" },
        { attribute: "is_return", value: "false", operator: "eq" },
      ],
    }
  )
  return shipping_option.id
}
