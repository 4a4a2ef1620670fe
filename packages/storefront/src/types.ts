import type { StoreCheckoutFlow, StorePayment } from "./http-types.ts"

/** The part of Medusa's JS SDK that is used. `new Medusa({ … })` fits. */
export type StoreSdk = {
  client: {
    fetch<T>(
      path: string,
      init?: {
        method?: string
        headers?: Record<string, string>
        body?: Record<string, unknown>
        signal?: AbortSignal
        cache?: "no-store"
      }
    ): Promise<T>
  }
}

/** The store: an instance of Medusa's JS SDK, or an address and a key. */
export type StoreConnection =
  | StoreSdk
  | {
      /** Such as `https://api.shop.example`. */
      baseUrl: string
      /** From the admin: Settings → Publishable API Keys. */
      publishableKey: string
      /** Additional headers, such as the customer's `authorization`. */
      headers?: Record<string, string>
      /** Default: the global `fetch`. */
      fetch?: typeof fetch
    }

export type StartPaymentInput = {
  /** The cart to pay. Its payment collection is created if needed. */
  cart_id?: string
  /** Instead of a cart, for the amount due of an order. */
  payment_collection_id?: string
  /** From `listOptions`. */
  provider_id: string
  /** The stablecoin, such as `USDC`. Default: the option's default. */
  currency?: string
  /**
   * The network, such as `BASE`, if the option has chains. Default: the
   * option's default.
   */
  chain?: string
  /**
   * The `amount` of the option that the buyer was shown. The start is rejected
   * if another amount is due by now.
   */
  shown_amount?: string
  /**
   * The URL to which the buyer returns. `{session_id}` and `{cart_id}` are
   * filled in.
   */
  success_url?: string
  cancel_url?: string
  signal?: AbortSignal
}

/** A payment with the offset of the device's clock. */
export type WatchedPayment = StorePayment & {
  /**
   * The store's clock minus this device's at the time of the response, in
   * milliseconds. The time left is `Date.parse(expires_at) - Date.now() -
   * clock_offset_ms`, even if the device's clock is wrong.
   */
  clock_offset_ms?: number
}

/** A payment that waits for the buyer at `redirect_url`. */
export type StartedPayment = Pick<
  StorePayment,
  | "session_id"
  | "reference"
  | "rail"
  | "status"
  | "amount"
  | "currency"
  | "expires_at"
> & {
  /** Where the buyer pays. */
  redirect_url: string
  checkout_flow: StoreCheckoutFlow
  /** The network, if it was selected here, else null. */
  chain: string | null
  /** Opens the gateway's app, if it has one, else null. */
  app_url: string | null
  /** The same for browsers on Android. */
  intent_url: string | null
  /** The unpaid order. Only under `order_first`, and only for a cart. */
  order_id?: string
}

/** The fields that every order has. The rest is as the store returns it. */
export type StoreOrder = {
  id: string
  /** The number that the buyer sees. */
  display_id: number
}
