import {
  type CurrentAccount,
  type Fact,
  type FactSource,
  type MedusaState,
  type Payment,
  type StartedFact,
  UNREAD,
} from "../../../ledger"
import type { Quote } from "../../../pricing"
import { type Accounts, accountToKeep } from "../accounts/accounts"
import type { GatewayClients } from "../gateway/gateway-clients"
import type { Repository } from "../repository"
import type { MedusaSession } from "../repository/medusa/medusa-session"
import type { OpenedPayment } from "../repository/payments/open-payment"
import type { Applied, NewPayment } from "../repository/payments/payments"
import type { AdminSettings } from "../settings/admin-settings"
import { chainPolicyOf } from "../settings/blockchain"
import type { Settings } from "../settings/settings"
import { countProcessing } from "../telemetry/metrics"
import type { EventPublisher } from "./event-publisher"

type PaymentsParts = {
  repository: Repository
  settings: Pick<AdminSettings, "of" | "recent">
  publisher: EventPublisher
  accounts: Pick<Accounts, "noteMode">
  gateway: Pick<GatewayClients, "isSandbox">
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
      await publisher.announce({ applied })
    }
    return applied
  }

  /**
   * A payment session and the effective settings. Null when the session does
   * not exist.
   *
   * @throws when the database can't be read
   */
  async readSession(sessionId: string): Promise<{
    session: MedusaSession
    effective: Settings
  } | null> {
    const readAt = performance.now()
    const read =
      await this.parts.repository.medusa.readSessionToStart(sessionId)
    return (
      read && {
        session: read.session,
        effective: this.parts.settings.of(read.settings, readAt),
      }
    )
  }

  /**
   * Writes the row before the gateway is called, and stores the credentials
   * that the payment is started with.
   *
   * @param quote its quote, if that is not stored yet
   */
  async open(
    payment: NewPayment,
    settings: Settings,
    quote: Quote | null = null
  ): Promise<OpenedPayment> {
    return await this.parts.repository.payments.open({
      payment,
      account: accountToKeep(settings, payment),
      quote,
      now: new Date(),
    })
  }

  /**
   * Applies the gateway's response. If a webhook has overtaken it, it is
   * applied under the row's lock, like any fact.
   */
  async recordCreated(
    opened: OpenedPayment,
    fact: StartedFact
  ): Promise<Payment> {
    const { repository, accounts, gateway } = this.parts
    accounts.noteMode(opened.rail, {
      account: opened.account,
      mode: fact.mode,
      sandbox: gateway.isSandbox(opened.account),
    })
    const payment = await repository.payments.applyAtOnce(
      opened,
      fact,
      "start",
      new Date()
    )
    if (payment) {
      return payment
    }
    const applied = await this.apply(opened.id, fact, "start")
    return applied?.payment ?? opened
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
