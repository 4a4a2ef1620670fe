import { MedusaError } from "@medusajs/framework/utils"
import { CHAIN_INFO } from "../../gateway/chains"
import { chainsOf, type GatewayCurrency } from "../../gateway"
import type {
  StoreChain,
  StoreCurrency,
  StoreHostedOption,
  StoreOnchainOption,
  StoreOption,
} from "../../http-types"
import {
  amountDue,
  type AmountDue,
  type Rail,
  RAILS,
  type RefusedPair,
  whyNotPayable,
} from "../../ledger"
import type {
  OnchainSettings,
  Resolved,
  Settings,
} from "../../modules/stablecoin/types"
import { fromMedusa } from "./amounts"
import {
  availablePairs,
  hostedPairs,
  onchainPairs,
  type PayablePair,
} from "./pairs"
import { assertReturnable } from "./return-urls"
import { type Terms, termsOf } from "./terms"

/** Medusa's state of a cart or a payment collection that is to be paid. */
export type PayableAmount = AmountDue & {
  /** Lower case. */
  currency: string
  /** Payment providers that the buyer may choose. */
  providers: readonly string[]
}

/** Returns the amount still due, as an exact decimal. */
export function amountDueOf(due: PayableAmount): string {
  return whyNotPayable(due) ? "0.00" : amountDue(due)
}

/**
 * Returns the ways to pay an amount due, in the order of the rails. Only those
 * that a start would accept are included.
 *
 * @param refused pairs that the gateway refused before
 */
export function offersOf(
  settings: Settings,
  due: PayableAmount,
  refused: readonly RefusedPair[] = []
): StoreOption[] {
  return RAILS.flatMap((rail) => OFFER[rail](settings, due, refused))
}

/**
 * Removes from the hosted offers what the gateway's page does not accept now,
 * and adds the payment methods of the rest.
 *
 * @param listed null when unknown: the offers then follow the merchant's
 *   settings alone
 */
export function asListed(
  offers: readonly StoreOption[],
  listed: readonly GatewayCurrency[] | null
): StoreOption[] {
  if (!listed) {
    return [...offers]
  }
  return offers.flatMap((offer): StoreOption[] => {
    if (offer.rail !== "hosted") {
      return [offer]
    }
    const accepted = offer.currencies.flatMap(
      ({ code }) => listed.find((each) => each.code === code) ?? []
    )
    const currencies = accepted.map(({ code, methods }, index) => ({
      code,
      is_default: index === 0,
      methods: methods.map(({ key, display_name, is_default }) => ({
        key,
        name: display_name,
        is_default,
      })),
    }))
    return currencies.length ? [{ ...offer, currencies }] : []
  })
}

const OFFER: Record<
  Rail,
  (
    settings: Settings,
    due: PayableAmount,
    refused: readonly RefusedPair[]
  ) => StoreOption[]
> = { hosted: hostedOffer, onchain: onchainOffer }

function hostedOffer(
  settings: Settings,
  due: PayableAmount,
  refused: readonly RefusedPair[]
): StoreHostedOption[] {
  return offered("hosted", settings, settings.hosted, due).flatMap(
    ({ terms, ...offer }) => {
      const { account } = terms.settings
      const pairs = availablePairs(hostedPairs(terms), account, refused)
      const currencies = currenciesOf(terms, pairs)
      return pairs.length
        ? {
            rail: "hosted" as const,
            ...offer,
            currencies: currencies.map((each) => ({ ...each, methods: [] })),
          }
        : []
    }
  )
}

function onchainOffer(
  settings: Settings,
  due: PayableAmount,
  refused: readonly RefusedPair[]
): StoreOnchainOption[] {
  return offered("onchain", settings, settings.onchain, due).flatMap(
    ({ terms, ...offer }) => {
      const { account } = terms.settings
      const pairs = availablePairs(onchainPairs(terms), account, refused)
      return pairs.length
        ? {
            rail: "onchain" as const,
            ...offer,
            currencies: currenciesOf(terms, pairs),
            chains: networksOf(terms.settings, pairs),
          }
        : []
    }
  )
}

type Offered<TSettings> = {
  provider_id: string
  amount: string
  terms: Terms<TSettings>
}

/** One provider per rail is enough: all of them use the same settings. */
function offered<TSettings>(
  rail: Rail,
  { general }: Settings,
  settings: Resolved<TSettings>,
  due: PayableAmount
): Offered<TSettings>[] {
  const [provider_id] = due.providers
    .filter((id) => railOf(id) === rail)
    .toSorted()
  if (!provider_id || whyNotPayable(due)) {
    return []
  }
  try {
    const terms = termsOf(rail, general, settings, {
      // A provider receives the amount from Medusa as a number.
      cartAmount: fromMedusa(Number(amountDueOf(due))),
      cartCurrency: due.currency,
    })
    assertReturnable(terms.general)
    return [{ provider_id, amount: terms.amount, terms }]
  } catch (error) {
    if (MedusaError.isMedusaError(error)) {
      return []
    }
    throw error
  }
}

/** Matches any id that the store gave to the provider. */
function railOf(providerId: string): Rail | undefined {
  return RAILS.find((rail) => providerId.startsWith(`pp_stablecoin-${rail}_`))
}

function currenciesOf(
  { stablecoins }: Terms<unknown>,
  pairs: readonly PayablePair[]
): StoreCurrency[] {
  return stablecoins
    .filter((code) => pairs.some(({ currency }) => currency === code))
    .map((code) => ({ code, is_default: code === pairs[0]?.currency }))
}

function networksOf(
  { chains }: OnchainSettings,
  pairs: readonly PayablePair[]
): StoreChain[] {
  return chainsOf(chains).flatMap((code) => {
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
