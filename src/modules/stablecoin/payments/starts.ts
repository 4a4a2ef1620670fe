import type { Payment, Refusal, StartedFact } from "../../../ledger"
import { STORED_REASONS } from "../../../exceptions/stored-reasons"
import { accountToKeep } from "../accounts/account-to-keep"
import type { Accounts } from "../accounts/accounts"
import type { AdminSettings } from "../settings/admin-settings"
import type { GatewayClients } from "../gateway/gateway-clients"
import { isSamePair, type RefusedPair } from "../settings/offers-pair"
import type { Settings } from "../settings/settings"
import type { EventPublisher } from "./event-publisher"
import type { Repository } from "../repository"
import type { MedusaSession } from "../repository/medusa/medusa-session"
import type { OpenedPayment } from "../repository/payments/open-payment"
import type { NewPayment } from "../repository/payments/payments"
import type { Payments } from "./payments"

type StartsParts = {
  repository: Pick<Repository, "medusa" | "payments" | "exceptions">
  settings: Pick<AdminSettings, "of">
  accounts: Pick<Accounts, "noteMode">
  gateway: Pick<GatewayClients, "isSandbox">
  payments: Pick<Payments, "apply">
  publisher: Pick<EventPublisher, "exceptions">
}

/**
 * Reads and writes of starting a payment. A buyer waits for them, so each step
 * is one statement where possible.
 */
export class Starts {
  constructor(private readonly parts: StartsParts) {}

  /**
   * A payment session, the effective settings, and the pairs that the gateway
   * refuses. Null when the session does not exist.
   *
   * @throws when the database can't be read
   */
  async read(sessionId: string): Promise<{
    session: MedusaSession
    effective: Settings
    refused: RefusedPair[]
  } | null> {
    const readAt = performance.now()
    const read =
      await this.parts.repository.medusa.readSessionToStart(sessionId)
    return (
      read && {
        session: read.session,
        refused: read.refused,
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
   * Keeps the gateway's refusal with the payment, and counts it for the pair if
   * that is its cause.
   */
  async recordRefused(payment: Payment, refusal: Refusal): Promise<void> {
    const { repository, publisher, payments } = this.parts
    await payments.apply(payment.id, { kind: "refused", ...refusal }, "start")
    if (refusal.refuses_pair) {
      const said = saidOf(refusal)
      await publisher.exceptions(
        await repository.exceptions.recordRefusedPair(payment, said)
      )
    }
  }

  /**
   * Applies the gateway's response. If a webhook has overtaken it, it is
   * applied under the row's lock, like any fact.
   *
   * @param refused pairs that the gateway refused before
   */
  async recordCreated(
    opened: OpenedPayment,
    fact: StartedFact,
    refused: readonly RefusedPair[] = []
  ): Promise<Payment> {
    const { repository, accounts, gateway, payments } = this.parts
    accounts.noteMode(opened.rail, {
      account: opened.account,
      mode: fact.mode,
      sandbox: gateway.isSandbox(opened.account),
    })
    const now = new Date()
    if (refused.some((pair) => isSamePair(pair, opened))) {
      await repository.exceptions.resolveRefusedPair(
        opened,
        STORED_REASONS.taken_again,
        now
      )
    }
    const payment = await repository.payments.applyAtOnce(
      opened,
      fact,
      "start",
      now
    )
    if (payment) {
      return payment
    }
    const applied = await payments.apply(opened.id, fact, "start")
    return applied?.payment ?? opened
  }
}

/** Longest answer of the gateway that an exception quotes. */
const MOST_SAID = 500

/** The gateway's own sentence and its messages by field, as one text. */
export function saidOf({ said, fields = {} }: Refusal): string | null {
  const ofFields = Object.entries(fields).map(
    ([field, messages]) => `${field}: ${messages.join(" ")}`
  )
  const text = [said ?? [], ofFields].flat().join(" ").slice(0, MOST_SAID)
  return text === "" ? null : text
}
