import { type Chain, CHAINS, chainSchema } from "../../../gateway"
import {
  type ChainPolicy,
  isHeld,
  type Payment,
  RAIL_TRAITS,
  readsChain,
  UNREAD,
} from "../../../ledger"
import type { AdminSettings } from "../settings/admin-settings"
import type { Settings } from "../settings/settings"

/** Fields of a payment that show whether it is held. */
export type HeldPayment = Pick<
  Payment,
  "status" | "rail" | "chain" | "proof_status"
>

/** How the chains of payments are used, by the settings. */
export class ChainPolicies {
  constructor(private readonly settings: Pick<AdminSettings, "recent">) {}

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
    return policyOfChain(data, await this.settings.recent())
  }

  /** Whether a payment may not be captured until its transfer is proven. */
  async isHeld(payment: HeldPayment): Promise<boolean> {
    return isHeld(payment, await this.policyOf(payment))
  }

  /** Whether a payment may be held, now or before. */
  async mayBeHeld(
    payment: Pick<Payment, "status" | "rail" | "chain">
  ): Promise<boolean> {
    return (await this.policyOf(payment)).proof === "require"
  }

  /** The chains whose transfers are proven. */
  async chains(): Promise<Chain[]> {
    const { blockchain } = await this.settings.recent()
    return blockchain.ok && readsChain(blockchain.value)
      ? CHAINS.filter((chain) => blockchain.value.chains[chain])
      : []
  }
}

function policyOfChain(
  chain: Chain,
  { blockchain, requires }: Settings
): ChainPolicy {
  if (blockchain.ok && blockchain.value.chains[chain]) {
    return { proof: blockchain.value.proof, has_endpoint: true }
  }
  // A missing URL or an invalid option must not capture what is unproven.
  return { ...UNREAD, ...requires }
}
