import { isDeepStrictEqual } from "node:util"
import { type Chain, CHAINS, chainSchema } from "../../../gateway"
import {
  acceptsSender,
  type ChainPolicy,
  isHeld,
  mayBeHeld,
  type Payment,
  RAIL_TRAITS,
  readsChain,
  UNREAD,
} from "../../../ledger"
import type { Repository } from "../repository"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"
import { blockchainSettings } from "./blockchain-settings"

/** Fields of a payment that show whether it is held. */
export type HeldPayment = Pick<
  Payment,
  "id" | "status" | "rail" | "chain" | "proof_status" | "screening"
>

type ChainPoliciesParts = {
  repository: Pick<Repository, "exceptions">
  settings: Pick<AdminSettings, "recent">
}

/** How the chains of payments are used, by the settings. */
export class ChainPolicies {
  constructor(private readonly parts: ChainPoliciesParts) {}

  /**
   * How the chain of a paid payment is used. Requirements also apply without an
   * endpoint.
   */
  async policyOf({
    status,
    rail,
    chain,
  }: Pick<Payment, "status" | "rail" | "chain">): Promise<ChainPolicy> {
    const { data } = chainSchema.safeParse(chain)
    if (status !== "paid" || !RAIL_TRAITS[rail].hasChain || !data) {
      return UNREAD
    }
    return policyOfChain(data, await this.parts.settings.recent())
  }

  /**
   * Whether a payment may not be captured until its transfer is proven and its
   * sender screened.
   */
  async isHeld(payment: HeldPayment): Promise<boolean> {
    const policy = await this.policyOf(payment)
    return (
      isHeld(payment, policy) &&
      isHeld(payment, policy, await this.#acceptsSender(payment))
    )
  }

  /** Whether a payment may be held, now or before. */
  async mayBeHeld(
    payment: Pick<Payment, "status" | "rail" | "chain">
  ): Promise<boolean> {
    return mayBeHeld(payment, await this.policyOf(payment))
  }

  /** The chains whose transfers are proven. */
  async chains(): Promise<Chain[]> {
    const settings = await blockchainSettings(this.parts.settings)
    return settings && readsChain(settings)
      ? CHAINS.filter((chain) => settings.chains[chain])
      : []
  }

  async #acceptsSender({
    id,
    screening,
  }: Pick<Payment, "id" | "screening">): Promise<boolean> {
    const { exceptions } = this.parts.repository
    return (
      screening === "listed" &&
      acceptsSender(await exceptions.listResolutions(id))
    )
  }
}

function policyOfChain(
  chain: Chain,
  { blockchain, requires }: Settings
): ChainPolicy {
  if (blockchain.ok && blockchain.value.chains[chain]) {
    const { proof, screening } = blockchain.value
    return { proof, screening, has_endpoint: true }
  }
  // A missing URL or an invalid option must not capture what is unproven.
  return { ...UNREAD, ...requires }
}

/**
 * The chains whose payments a change of the settings may hold or release: their
 * policy or their endpoints changed.
 */
export function changedChains(before: Settings, after: Settings): Chain[] {
  return CHAINS.filter(
    (chain) =>
      !isDeepStrictEqual(readingOf(chain, before), readingOf(chain, after))
  )
}

/** How a chain is read, and for which purpose. */
function readingOf(chain: Chain, settings: Settings) {
  const { blockchain } = settings
  const access = blockchain.ok ? blockchain.value.chains[chain] : undefined
  return { policy: policyOfChain(chain, settings), urls: access?.urls }
}
