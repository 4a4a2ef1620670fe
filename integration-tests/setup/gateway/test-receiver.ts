import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { createPgConnection } from "@medusajs/framework/utils"
import type { Rail } from "../../../src/ledger"
import { accountKey } from "../../../src/modules/stablecoin/gateway/account-key"
import { repositoryOf } from "../../../src/modules/stablecoin/repository"
import { judgeWebhook } from "../../../src/modules/stablecoin/webhooks/accept-webhook"
import { receivedEvent } from "../../../src/modules/stablecoin/webhooks/webhook-acceptor"
import type { Sandbox } from "../../../src/sandbox"
import { sign, webhookSecret } from "../../../harness/gateway/webhooks"

/**
 * Stores webhooks as the receiver does: on its own database connection, which
 * no process of the store knows of.
 */
export class TestReceiver {
  readonly #db: Knex

  constructor(
    private readonly store: { readonly sandbox: Sandbox },
    databaseUrl: string
  ) {
    this.#db = createPgConnection({ clientUrl: databaseUrl }) as Knex
  }

  /** Verifies webhooks of a rail and stores them in one batch. */
  async receive(rail: Rail, bodies: readonly string[]): Promise<void> {
    const { urls, credentials } = this.store.sandbox
    const secret = webhookSecret(this.store, rail)
    const baseUrl = rail === "hosted" ? urls.merchant : urls.business
    const account = accountKey(rail, baseUrl, credentials[rail].clientId)
    const received = bodies.map((text) => {
      const body = Buffer.from(text)
      const judged = judgeWebhook(
        { rail, body, header: () => sign(body, secret) },
        [{ account, created_before: null, secret }]
      )
      if (!judged.ok) {
        throw new Error(judged.message)
      }
      return receivedEvent(rail, body, judged.report, judged.signed_for)
    })
    const { webhookEvents } = repositoryOf(this.#db)
    await webhookEvents.insert(received)
  }

  async close(): Promise<void> {
    await this.#db.destroy()
  }
}
