import Medusa from "@medusajs/js-sdk"
import { createContext, useContext } from "react"
import type { ShopConfig } from "./shop-config.ts"

/** The store's API, and what is the same on every page. */
export type Shop = {
  sdk: Medusa
  regionId: string
  /** The merchant's own view of an order: this is a demo. */
  adminUrl: (orderId: string) => string
  /** Where the buyer comes back to, whether paid or not. The server fills in the session. */
  returnUrl: string
}

export type Cart = Awaited<
  ReturnType<Medusa["store"]["cart"]["retrieve"]>
>["cart"]
export type Order = Awaited<
  ReturnType<Medusa["store"]["order"]["retrieve"]>
>["order"]

/** @throws Error while the shop is not open yet */
export async function openShop(): Promise<Shop> {
  const answer = await fetch("/config.json")
  if (!answer.ok) {
    throw new Error(`The shop is not open: ${answer.status}`)
  }
  const config = (await answer.json()) as ShopConfig
  return {
    sdk: new Medusa({
      baseUrl: config.backend_url,
      publishableKey: config.publishable_key,
    }),
    regionId: config.region_id,
    adminUrl: (orderId) => `${config.backend_url}/app/orders/${orderId}`,
    returnUrl: `${window.location.origin}/payment/{session_id}`,
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

/** Whether the store says that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return (error as { status?: number } | undefined)?.status === 404
}

/** An amount of a store's currency, such as "$12.50". */
export function money(amount: number, currencyCode: string): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currencyCode,
  }).format(amount)
}
