import { ADMIN, COUNTRY, PROVIDERS } from "../../harness/shop/names.ts"

/** The fields of a response that are used here. */
type Found = { id: string }

/** A merchant with only the admin API, which the admin's pages call too. */
export class AdminApi {
  private constructor(
    private readonly storeUrl: string,
    private readonly token: string
  ) {}

  static async login(storeUrl: string): Promise<AdminApi> {
    const anonymous = new AdminApi(storeUrl, "")
    const { token } = await anonymous.post<{ token: string }>(
      "/auth/user/emailpass",
      ADMIN
    )
    return new AdminApi(storeUrl, token)
  }

  async get<T>(path: string): Promise<T> {
    return await this.call("GET", path)
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return await this.call("POST", path, body)
  }

  /** The ids of both rails' providers, as in a merchant's config. */
  async providers(): Promise<string[]> {
    const { payment_providers } = await this.get<{
      payment_providers: Found[]
    }>("/admin/payments/payment-providers?is_enabled=true")
    return payment_providers.map(({ id }) => id)
  }

  /** Creates a region in which buyers may pay by both rails. */
  async openRegion(): Promise<string> {
    const { region } = await this.post<{ region: Found }>("/admin/regions", {
      name: "United States",
      currency_code: "usd",
      countries: [COUNTRY],
      payment_providers: Object.values(PROVIDERS),
    })
    await this.post("/admin/tax-regions", {
      country_code: COUNTRY,
      provider_id: "tp_system",
    })
    return region.id
  }

  private async call<T>(
    method: string,
    path: string,
    body?: unknown
  ): Promise<T> {
    const response = await fetch(`${this.storeUrl}${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!response.ok) {
      throw new Error(
        `${method} ${path} answers ${response.status}: ${await response.text()}`
      )
    }
    return (await response.json()) as T
  }
}
