import type { Payment, StartedFact } from "../../../ledger"
import { type Accounts, accountToKeep } from "../accounts/accounts"
import type { AdminSettings } from "../settings/admin-settings"
import type { GatewayClients } from "../gateway/gateway-clients"
import type { Settings } from "../settings/settings"
import type { Repository } from "../repository"
import type { MedusaSession } from "../repository/medusa/medusa-session"
import type { OpenedPayment } from "../repository/payments/open-payment"
import type { NewPayment } from "../repository/payments/payments"
import type { Payments } from "./payments"

type StartsParts = {
  repository: Pick<Repository, "medusa" | "payments">
  settings: Pick<AdminSettings, "of">
  accounts: Pick<Accounts, "noteMode">
  gateway: Pick<GatewayClients, "isSandbox">
  payments: Pick<Payments, "apply">
}

/**
 * Reads and writes of starting a payment. A buyer waits for them, so each step
 * is one statement where possible.
 */
export class Starts {
  constructor(private readonly parts: StartsParts) {}

  /**
   * A payment session and the effective settings. Null when the session does
   * not exist.
   *
   * @throws when the database can't be read
   */
  async read(sessionId: string): Promise<{
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
   */
  async open(payment: NewPayment, settings: Settings): Promise<OpenedPayment> {
    return await this.parts.repository.payments.open({
      payment,
      account: accountToKeep(settings, payment),
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
    const { repository, accounts, gateway, payments } = this.parts
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
    const applied = await payments.apply(opened.id, fact, "start")
    return applied?.payment ?? opened
  }
}
