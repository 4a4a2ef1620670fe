import { Merchant } from "../../tools/harness/shop/merchant.ts"
import { COUNTRY, PROVIDERS } from "../../tools/harness/shop/names.ts"

/** The fields of a response that are used here. */
type Found = { id: string }

/** Both rails, and the other provider of the config in docs/install.md. */
export const PAYMENT_PROVIDERS = [
  ...Object.values(PROVIDERS),
  "pp_stripe_stripe",
]

/** A merchant with only the admin API, which the admin's pages call too. */
export class AdminApi extends Merchant {
  /** The ids of the payment providers in a merchant's config. */
  async providers(): Promise<string[]> {
    const { payment_providers } = await this.get<{
      payment_providers: Found[]
    }>("/admin/payments/payment-providers?is_enabled=true")
    return payment_providers.map(({ id }) => id)
  }

  /** Creates a region in which buyers may pay by each provider. */
  async openRegion(): Promise<string> {
    const { region } = await this.post<{ region: Found }>("/admin/regions", {
      name: "United States",
      currency_code: "usd",
      countries: [COUNTRY],
      payment_providers: PAYMENT_PROVIDERS,
    })
    await this.post("/admin/tax-regions", {
      country_code: COUNTRY,
      provider_id: "tp_system",
    })
    return region.id
  }
}
