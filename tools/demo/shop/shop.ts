import Medusa from "@medusajs/js-sdk"
import { createContext, useContext } from "react"
import type { ShopConfig } from "./shop-config.ts"
import { type Language, languageOf } from "./texts/language.ts"

/** The store's API, and values that are the same on every page. */
export type Shop = Language & {
  sdk: Medusa
  regions: Region[]
  /** The chosen one, which decides the currency. */
  regionId: string
  /** The order's page in the admin, linked because this is a demo. */
  adminUrl: (orderId: string) => string
  /**
   * The URL to which the buyer returns, paid or not. The server fills in the
   * session.
   */
  returnUrl: string
  /** Formats an amount in a store currency, such as "$12.50". */
  money(amount: number, currencyCode: string): string
  /** Formats coins, such as "12.50 USDT". */
  coins(amount: string, currency: string): string
}

type Region = Awaited<
  ReturnType<Medusa["store"]["region"]["list"]>
>["regions"][number]

export type Cart = Awaited<
  ReturnType<Medusa["store"]["cart"]["retrieve"]>
>["cart"]
export type Order = Awaited<
  ReturnType<Medusa["store"]["order"]["retrieve"]>
>["order"]

/** The key of the region that the buyer has chosen. */
export const REGION = "shop.region_id"

/** @throws Error if the shop is not open yet */
export async function openShop(): Promise<Shop> {
  const answer = await fetch("/config.json")
  if (!answer.ok) {
    throw new Error(`The shop is not open: ${answer.status}`)
  }
  const config = (await answer.json()) as ShopConfig
  const language = languageOf(navigator.languages)
  const sdk = new Medusa({
    baseUrl: config.backend_url,
    publishableKey: config.publishable_key,
  })
  const { regions } = await sdk.store.region.list()
  const chosen = regions.find(({ id }) => id === localStorage.getItem(REGION))
  return {
    ...language,
    sdk,
    regions,
    regionId: chosen?.id ?? config.region_id,
    adminUrl: (orderId) => `${config.backend_url}/app/orders/${orderId}`,
    returnUrl: `${window.location.origin}/payment/{session_id}`,
    money: (amount, currencyCode) =>
      new Intl.NumberFormat(language.texts.locale, {
        style: "currency",
        currency: currencyCode,
      }).format(amount),
    coins: (amount, currency) => {
      const format = new Intl.NumberFormat(language.texts.locale, {
        minimumFractionDigits: 2,
      })
      // On one line.
      return `${format.format(amount as Intl.StringNumericLiteral)}\u00a0${currency}`
    },
  }
}

export const ShopContext = createContext<Shop | null>(null)

export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) {
    throw new Error("useShop is used outside of the shop.")
  }
  return shop
}

/** Whether the store answered 404. */
export function isNotFound(error: unknown): boolean {
  return (error as { status?: number } | undefined)?.status === 404
}
