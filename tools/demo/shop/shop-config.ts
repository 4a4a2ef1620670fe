/** The shop server's configuration: `GET /config.json`. */
export type ShopConfig = {
  /** The Medusa backend's URL. */
  backend_url: string
  publishable_key: string
  region_id: string
}
