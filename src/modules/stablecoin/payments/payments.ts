import {
  type CurrentAccount,
  type Fact,
  type FactSource,
  type Payment,
} from "../../../ledger"
import type { Repository } from "../repository"
import type { Applied } from "../repository/payments/payments"
import type { AdminSettings } from "../settings/admin-settings"
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

  /**
   * The current account of the payment's rail. Read for paid test payments
   * only: any store captures live money.
   */
  async currentAccount({
    rail,
    status,
    mode,
  }: Payment): Promise<CurrentAccount | null> {
    if (status !== "paid" || mode === "live") {
      return null
    }
    const { modes } = await this.parts.settings.recent()
    return judgingAccount(modes[rail], Object.values(modes))
  }
}

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
