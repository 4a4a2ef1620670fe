/** What the shop's server knows of the store: `GET /config.json`. */
export type ShopConfig = {
  /** The Medusa backend. */
  backend_url: string
  publishable_key: string
  region_id: string
}
