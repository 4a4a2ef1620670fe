import { MedusaError } from "@medusajs/framework/utils"
import { CHAIN_INFO } from "../../gateway/chains"
import { chainsOf } from "../../gateway"
import type {
  StoreChain,
  StoreHostedOption,
  StoreOption,
} from "../../http-types"
import { amountDue, type AmountDue, whyNotPayable } from "../../ledger"
import type {
  MedusaAmountDue,
  OnchainSettings,
  Pricing,
  Settings,
} from "../../modules/stablecoin/types"
import { pricingOf } from "../../modules/stablecoin/service"
import { hosted, onchain } from "./adapters"
import { outOfBounds, type PayablePair } from "./buyer-choice"
import { isProviderOf } from "./provider-ids"
import { assertReturnable } from "./return-urls"
import type { RailAdapter } from "./start-payment"
import { fromMedusa, type Terms, termsOf } from "./terms"

/** Medusa's state of a cart or a payment collection that is to be paid. */
export type PayableAmount = AmountDue & {
  /** Lower case. */
  currency: string
  /** Payment providers that the buyer may choose. */
  providers: readonly string[]
} & Pick<MedusaAmountDue, "purchase_id" | "region_id" | "quote">

/** Returns the amount still due, as an exact decimal. */
export function amountDueOf(due: PayableAmount): string {
  return whyNotPayable(due) ? "0.00" : amountDue(due)
}

/**
 * Returns the ways to pay an amount due, in the order of the rails. Only those
 * that a start would accept are included.
 */
export function offersOf(
  settings: Settings,
  due: PayableAmount,
  pricing = pricingOf(settings, due)
): StoreOption[] {
  const hostedOffer = offered(hosted, settings, due, pricing)
  const onchainOffer = offered(onchain, settings, due, pricing)
  const offers: (StoreOption | null)[] = [
    hostedOffer && { rail: "hosted", ...hostedOffer.base },
    onchainOffer && {
      rail: "onchain",
      ...onchainOffer.base,
      chains: networksOf(onchainOffer),
    },
  ]
  return offers.filter((offer) => offer !== null)
}

type Offered<TSettings> = {
  base: Omit<StoreHostedOption, "rail">
  terms: Terms<TSettings>
  /** Never empty; the first is the default. */
  pairs: PayablePair[]
}

/** One provider per rail is enough: all of them use the same settings. */
function offered<TSettings extends { account: string }>(
  adapter: RailAdapter<TSettings>,
  settings: Settings,
  due: PayableAmount,
  pricing: Pricing
): Offered<TSettings> | null {
  const { rail } = adapter
  const [provider_id] = due.providers
    .filter((id) => isProviderOf(rail, id))
    .toSorted()
  if (!provider_id || whyNotPayable(due)) {
    return null
  }
  try {
    const { general } = settings
    const terms = termsOf(rail, general, adapter.settingsOf(settings), {
      // A provider receives the amount from Medusa as a number.
      cartAmount: fromMedusa(Number(amountDueOf(due))),
      cartCurrency: due.currency,
      region_id: due.region_id,
      pricing,
    })
    assertReturnable(terms.general)
    const pairs = adapter
      .pairs(terms)
      .filter((pair) => !outOfBounds(terms, pair))
    const currencies = terms.stablecoins
      .filter((code) => pairs.some(({ currency }) => currency === code))
      .map((code) => ({ code, is_default: code === pairs[0]?.currency }))
    const base = { provider_id, amount: terms.amount, currencies }
    return pairs.length ? { base, terms, pairs } : null
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return null
    }
    throw error
  }
}

function networksOf({ terms, pairs }: Offered<OnchainSettings>): StoreChain[] {
  return chainsOf(terms.settings.chains).flatMap((code) => {
    const { name, evmChainId, explorer } = CHAIN_INFO[code]
    const currencies = pairs.flatMap(({ chain, currency }) =>
      chain === code ? currency : []
    )
    return currencies.length
      ? {
          code,
          name,
          evm_chain_id: evmChainId,
          explorer: { ...explorer },
          is_default: code === pairs[0]?.chain,
          currencies,
        }
      : []
  })
}
