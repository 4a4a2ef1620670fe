import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { AccountRepository } from "./accounts/account-repository"
import { ChainRepository } from "./chains/chain-repository"
import { CustomerRepository } from "./customers/customer-repository"
import { DepositRepository } from "./deposits/deposit-repository"
import { ExceptionRepository } from "./exceptions/exception-repository"
import { MedusaRepository } from "./medusa/medusa-repository"
import { OverviewRepository } from "./overview/overview-repository"
import { PaymentRepository } from "./payments/payment-repository"
import { ProbeRepository } from "./probes/probe-repository"
import { RefundRepository } from "./refunds/refund-repository"
import { RequestCountRepository } from "./request-counts/request-count-repository"
import { ScheduleRepository } from "./schedules/schedule-repository"
import { SettingRepository } from "./settings/setting-repository"
import { WebhookEventRepository } from "./webhook-events/webhook-event-repository"
import { WebhookStateRepository } from "./webhook-states/webhook-state-repository"

/** The module's tables, and Medusa's, in a database. */
export class Repository {
  readonly payments: PaymentRepository
  readonly schedules: ScheduleRepository
  readonly webhookEvents: WebhookEventRepository
  readonly webhookStates: WebhookStateRepository
  readonly probes: ProbeRepository
  readonly deposits: DepositRepository
  readonly exceptions: ExceptionRepository
  readonly refunds: RefundRepository
  readonly settings: SettingRepository
  readonly accounts: AccountRepository
  readonly chains: ChainRepository
  readonly customers: CustomerRepository
  readonly requestCounts: RequestCountRepository
  readonly overview: OverviewRepository
  readonly medusa: MedusaRepository

  constructor(db: Knex) {
    this.payments = new PaymentRepository(db)
    this.schedules = new ScheduleRepository(db)
    this.webhookEvents = new WebhookEventRepository(db)
    this.webhookStates = new WebhookStateRepository(db)
    this.probes = new ProbeRepository(db)
    this.deposits = new DepositRepository(db)
    this.exceptions = new ExceptionRepository(db)
    this.refunds = new RefundRepository(db)
    this.settings = new SettingRepository(db)
    this.accounts = new AccountRepository(db)
    this.chains = new ChainRepository(db)
    this.customers = new CustomerRepository(db)
    this.requestCounts = new RequestCountRepository(db)
    this.overview = new OverviewRepository(db)
    this.medusa = new MedusaRepository(db)
  }
}
