import type {
  StoreCheckoutFlow,
  StorePayment,
  StorePaymentStatus,
  StoreRail,
} from "../http-types/store.ts"

/** What of Medusa's JS SDK is used: `new Medusa({ … })` fits. */
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

/** How to reach the store: an instance of Medusa's JS SDK, or its address and key. */
export type StoreConnection =
  | StoreSdk
  | {
      /** Such as `https://api.shop.example`. */
      baseUrl: string
      /** From the admin: Settings → Publishable API Keys. */
      publishableKey: string
      /** On top, such as the customer's `authorization`. */
      headers?: Record<string, string>
      /** Default: the global `fetch`. */
      fetch?: typeof fetch
    }

export type StartPaymentInput = {
  /** The cart to be paid. Its payment collection is made if there is none. */
  cart_id?: string
  /** In place of a cart: what an order still owes. */
  payment_collection_id?: string
  /** From `listOptions`. */
  provider_id: string
  /** The stablecoin, such as `USDC`. Default: the option's default. */
  currency?: string
  /** The network, such as `BASE`, where the option has chains. Default: the option's default. */
  chain?: string
  /** Where the buyer comes back to; `{session_id}` and `{cart_id}` are filled in. */
  success_url?: string
  cancel_url?: string
  signal?: AbortSignal
}

/** A payment as the client hands it on. */
export type WatchedPayment = StorePayment & {
  /**
   * The store's clock minus this device's when the store answered, in
   * milliseconds. `Date.parse(expires_at) - Date.now() - clock_offset_ms` is
   * the time left, however wrong the device's clock is.
   */
  clock_offset_ms?: number
}

/** A payment that waits for its buyer at `redirect_url`. */
export type StartedPayment = {
  session_id: string
  rail: StoreRail
  status: StorePaymentStatus
  /** Where the buyer pays. */
  redirect_url: string
  /** In the coin: a decimal string of two digits. */
  amount: string
  /** The stablecoin. */
  currency: string
  /** ISO 8601. */
  expires_at: string
  checkout_flow: StoreCheckoutFlow
  /** The network, where it was chosen here; else null. */
  chain: string | null
  /** Opens the gateway's app, where it has one; else null. */
  app_url: string | null
  /** The same for Android's browsers. */
  intent_url: string | null
  /** The order, which stands unpaid: only under `order_first`, and only when a cart was given. */
  order_id?: string
}

/** What every order has; the rest is as the store answers it. */
export type StoreOrder = {
  id: string
  /** The number that people use. */
  display_id: number
}
