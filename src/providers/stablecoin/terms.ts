import type { Stablecoin } from "../../gateway"
import type { Rail } from "../../ledger"
import type { GeneralSettings, Resolved } from "../../modules/stablecoin/types"
import { takesNewPayments } from "../../settings"
import { dueFor } from "./amounts"
import { invalid, notAllowed, notConfigured } from "./errors"

/** An amount to be paid, in the currency of the cart. */
export type Sum = {
  /** Exact decimal. */
  cartAmount: string
  /** Lower case. */
  cartCurrency: string
}

/**
 * Terms of every payment of an amount on a rail, whatever a storefront sends
 * with it.
 */
export type Terms<TSettings> = {
  general: GeneralSettings
  settings: TSettings
  /** Amount due at the gateway: two decimals, in any of the stablecoins. */
  amount: string
  /** Never empty; the first is the default. */
  stablecoins: readonly Stablecoin[]
}

/**
 * Returns the terms on which an amount can be paid on a rail. Starts and the
 * offers to a storefront both use them, so that a start can't reject what was
 * offered.
 *
 * @throws MedusaError (400) with what prevents every payment of this amount
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
  assertTakesNew(rail, general.value)
  const stablecoins = general.value.currencies[cartCurrency]
  if (!stablecoins?.length) {
    throw invalid(
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

/** @throws MedusaError (400) while the merchant takes no new payments on a rail */
export function assertTakesNew(
  rail: Rail,
  { acceptNewPayments }: Pick<GeneralSettings, "acceptNewPayments">
): void {
  if (!takesNewPayments(acceptNewPayments, rail)) {
    throw notAllowed(
      `No new stablecoin payment (${rail}) can be started at the moment. Choose another way to pay.`
    )
  }
}
