import {
  type CurrentAccount,
  type Fact,
  type FactSource,
  type MedusaState,
  type Payment,
  UNREAD,
} from "../../../ledger"
import type { Repository } from "../repository"
import type { Applied } from "../repository/payments/payments"
import type { AdminSettings } from "../settings/admin-settings"
import { chainPolicyOf } from "../settings/blockchain"
import { countProcessing } from "../telemetry/metrics"
import type { EventPublisher } from "./event-publisher"

type PaymentsParts = {
  repository: Repository
  settings: Pick<AdminSettings, "recent">
  publisher: EventPublisher
}

/** Payments in the ledger. The rules for facts are in src/ledger. */
export class Payments {
  constructor(private readonly parts: PaymentsParts) {}

  async find(
    where: Parameters<Repository["payments"]["find"]>[0]
  ): Promise<Payment | null> {
    return await this.parts.repository.payments.find(where)
  }

  /**
   * Applies a fact under the payment's row lock and publishes the resulting
   * events.
   *
   * @returns null when the payment does not exist
   */
  async apply(
    paymentId: string,
    fact: Fact,
    source: FactSource,
    webhookEventId?: string
  ): Promise<Applied | null> {
    const { repository, publisher } = this.parts
    const applied = await repository.payments.applyFact(
      paymentId,
      fact,
      source,
      new Date(),
      webhookEventId
    )
    if (applied && webhookEventId) {
      countProcessing("processed")
    }
    if (applied) {
      await publisher.applied(applied)
    }
    return applied
  }

  /** The settings that decide whether a paid payment may be captured. */
  async policiesOf({
    rail,
    status,
    mode,
    chain,
  }: Pick<Payment, "rail" | "status" | "mode" | "chain">): Promise<Policies> {
    if (status !== "paid") {
      return { current_account: null, chain_policy: UNREAD }
    }
    const settings = await this.parts.settings.recent()
    const { modes } = settings
    return {
      // Any store captures live money.
      current_account:
        mode === "live"
          ? null
          : judgingAccount(modes[rail], Object.values(modes)),
      chain_policy: chainPolicyOf(settings, { rail, chain }),
    }
  }
}

type Policies = Pick<MedusaState, "current_account" | "chain_policy">

/**
 * Returns the account that decides about test money of a rail: its own, if it
 * has one. Otherwise, such as after its credentials were removed, it is an
 * account of another rail that takes live payments, or may take them.
 */
export function judgingAccount(
  own: CurrentAccount | null,
  others: readonly (CurrentAccount | null)[]
): CurrentAccount | null {
  const having = (mode: string | null) =>
    others.find((other) => other?.mode === mode)
  return own ?? having("live") ?? having(null) ?? null
}
