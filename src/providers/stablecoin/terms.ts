import { MedusaError } from "@medusajs/framework/utils"
import type { Stablecoin } from "../../gateway"
import type { Rail } from "../../ledger"
import type {
  GeneralSettings,
  Resolved,
} from "../../modules/stablecoin/settings/settings"
import { dueFor } from "./amounts"
import { notConfigured } from "./errors"

/** What is to be paid in Medusa. */
export type Sum = {
  /** Exact decimal. */
  cartAmount: string
  /** Lower case. */
  cartCurrency: string
}

/** What every payment of a sum has on a rail, whatever a storefront sends with it. */
export type Terms<TSettings> = {
  general: GeneralSettings
  settings: TSettings
  /** Due at the gateway: two decimals, in any of the stablecoins. */
  amount: string
  /** Never empty; the first is the default. */
  stablecoins: readonly Stablecoin[]
}

/**
 * The terms on which a sum can be paid on a rail. A start takes them, and what
 * a storefront is offered is what has them: one can't refuse what the other
 * offers.
 *
 * @throws MedusaError (400) that says what keeps every payment of this sum from being started
 */
export function termsOf<TSettings>(
  rail: Rail,
  general: Resolved<GeneralSettings>,
  settings: Resolved<TSettings>,
  { cartAmount, cartCurrency }: Sum
): Terms<TSettings> {
  if (!general.ok || !settings.ok) {
    throw notConfigured(
      rail,
      [general, settings].flatMap((part) => (part.ok ? [] : part.problems))
    )
  }
  const stablecoins = general.value.currencies[cartCurrency]
  if (!stablecoins?.length) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `A cart in ${cartCurrency.toUpperCase()} can't be paid in stablecoins: no stablecoin is configured for it. Add ${cartCurrency} to currencies in the admin (Settings → Stablecoin payments), or in the plugin's options.`
    )
  }
  return {
    general: general.value,
    settings: settings.value,
    amount: dueFor(cartAmount),
    stablecoins,
  }
}
