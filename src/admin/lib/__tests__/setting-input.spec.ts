import { type FormSetting, SETTINGS, settingsOf } from "../../../settings"
import {
  changesOf,
  type DeclaredValues,
  inputsOf,
  type SettingInputs,
  valuesOf,
} from "../setting-input"

const ADDRESSES = settingsOf("addresses")
const CHECKOUT = settingsOf("checkout")

const VALUES: Record<string, unknown> = {
  backend_url: "https://api.shop.example",
  storefront_urls: ["https://a.example", "https://b.example"],
  checkout_flow: "pay_first",
  capture: "automatic",
  // With seconds, which the form does not show.
  pending_ttl: 9_030,
  item_name: "Order",
  max_starts_per_minute: 0,
  // Not a whole number of days.
  webhook_retention: 8_000_000,
}

const values = Object.fromEntries(
  SETTINGS.map(({ name }) => [
    name,
    { value: VALUES[name] ?? null, source: "admin" },
  ])
) as DeclaredValues

const addresses = inputsOf(ADDRESSES, values)
const checkout = inputsOf(CHECKOUT, values)

const changeOf = (
  settings: readonly FormSetting[],
  before: SettingInputs,
  typed: SettingInputs
) => changesOf(valuesOf(settings, before), valuesOf(settings, typed))

it("shows values as a merchant enters them", () => {
  expect(addresses).toMatchObject({
    backend_url: "https://api.shop.example",
    storefront_urls: "https://a.example\nhttps://b.example",
    success_url: "",
  })
  expect(checkout).toMatchObject({
    checkout_flow: "pay_first",
    pending_ttl: "151",
    item_name: "Order",
    max_starts_per_minute: "0",
    webhook_retention: "93",
  })
})

describe("a change", () => {
  it("is null without an entry, also for rounded values", () => {
    expect(changeOf(ADDRESSES, addresses, addresses)).toBeNull()
    expect(changeOf(CHECKOUT, checkout, checkout)).toBeNull()
  })

  it("contains only the entered settings, in the store's format", () => {
    const typed = {
      ...checkout,
      checkout_flow: "order_first",
      pending_ttl: "60",
      item_name: " Shoes ",
      max_starts_per_minute: "8",
      webhook_retention: "2",
    }
    expect(changeOf(CHECKOUT, checkout, typed)).toEqual({
      checkout_flow: "order_first",
      pending_ttl: 3_600,
      item_name: "Shoes",
      max_starts_per_minute: 8,
      webhook_retention: 172_800,
    })
  })

  it("reads origins from lines", () => {
    const storefront_urls = "https://a.example\n https://c.example\n"
    expect(
      changeOf(ADDRESSES, addresses, {
        ...addresses,
        storefront_urls,
      })
    ).toEqual({ storefront_urls: ["https://a.example", "https://c.example"] })
  })

  it("contains a text that is not a number, which the store rejects", () => {
    const typed = { ...checkout, pending_ttl: "1h", max_starts_per_minute: "x" }
    expect(changeOf(CHECKOUT, checkout, typed)).toEqual({
      pending_ttl: "1h",
      max_starts_per_minute: "x",
    })
  })

  it("removes cleared settings", () => {
    const typed = {
      ...checkout,
      item_name: "",
      pending_ttl: " ",
      max_starts_per_minute: "",
    }
    expect(changeOf(CHECKOUT, checkout, typed)).toEqual({
      item_name: null,
      pending_ttl: null,
      max_starts_per_minute: null,
    })
  })
})
