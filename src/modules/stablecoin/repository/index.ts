import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import * as accounts from "./accounts"
import * as applyAtOnce from "./apply-at-once"
import * as backlog from "./backlog"
import * as amountsDue from "./amount-due"
import * as medusaState from "./medusa-state"
import { withoutValues } from "./database-error"
import * as webhookEvents from "./webhook-events"
import * as webhookEventRetries from "./webhook-event-retries"
import * as insertWebhookEvents from "./insert-webhook-events"
import * as finishWebhookEvents from "./finish-webhook-events"
import * as customerData from "./customer-data"
import * as exceptions from "./exceptions"
import * as forgetPayment from "./forget-payment"
import * as listWebhookEvents from "./lists/list-webhook-events"
import * as listPayments from "./lists/list-payments"
import * as listQuestions from "./lists/list-questions"
import * as orderPanel from "./lists/order-panel"
import * as limits from "./limits"
import * as paymentStream from "./streamed-payments"
import * as medusaSession from "./medusa-session"
import * as migrations from "./migrations"
import * as missedRefunds from "./missed-refunds"
import * as neverAnswered from "./never-answered"
import * as openPayment from "./open-payment"
import * as payments from "./payments"
import * as probes from "./probes"
import * as purgeWebhookEvents from "./purge-webhook-events"
import * as purgePayments from "./purge-payments"
import * as refundHeldMoney from "./refund-held-money"
import * as refunds from "./refunds"
import * as resolveException from "./resolve-exception"
import * as sendRefund from "./send-refund"
import * as schedule from "./schedule"
import * as settings from "./settings"
import * as unsettled from "./unsettled"
import * as webhookState from "./webhook-state"

/**
 * All functions of the repository. Each takes the database as its first
 * parameter.
 */
const FUNCTIONS = {
  insertWebhookEvents: insertWebhookEvents.insertWebhookEvents,
  findWebhookEvent: webhookEvents.findWebhookEvent,
  findWebhookEvents: webhookEvents.findWebhookEvents,
  finishWebhookEvent: webhookEvents.finishWebhookEvent,
  finishWebhookEvents: finishWebhookEvents.finishWebhookEvents,
  failWebhookEvent: webhookEventRetries.failWebhookEvent,
  claimDueWebhookEvents: webhookEventRetries.claimDueWebhookEvents,
  reopenWebhookEvent: webhookEventRetries.reopenWebhookEvent,
  purgeWebhookEvents: purgeWebhookEvents.purgeWebhookEvents,
  purgeForeignWebhookEvents: purgeWebhookEvents.purgeForeignWebhookEvents,
  eraseReturnUrls: purgePayments.eraseReturnUrls,
  purgePayments: purgePayments.purgePayments,
  findCustomerPayments: customerData.findCustomerPayments,
  dropDeletedCustomer: customerData.dropDeletedCustomer,
  readCustomerData: customerData.readCustomerData,
  forgetPayment: forgetPayment.forgetPayment,
  openExceptions: exceptions.openExceptions,
  resolveSettled: exceptions.resolveSettled,
  hasExceptions: exceptions.hasExceptions,
  listResolutions: exceptions.listResolutions,
  readMedusaState: medusaState.readMedusaState,
  readMedusaSession: medusaSession.readMedusaSession,
  readSessionToStart: medusaSession.readSessionToStart,
  coveredByOthers: medusaSession.coveredByOthers,
  openPayment: openPayment.openPayment,
  countRequest: limits.countRequest,
  purgeCounts: limits.purgeCounts,
  listWaiting: limits.listWaiting,
  applyAtOnce: applyAtOnce.applyAtOnce,
  readAmountDue: amountsDue.readAmountDue,
  readAccounts: accounts.readAccounts,
  reencryptAccount: accounts.reencryptAccount,
  forgetAccounts: accounts.forgetAccounts,
  mayStillBePaid: accounts.mayStillBePaid,
  applyFact: payments.applyFact,
  findPayment: payments.findPayment,
  findNamedPayments: payments.findNamedPayments,
  readSchedules: schedule.readSchedules,
  scheduleReconcile: schedule.scheduleReconcile,
  reconcileSiblings: payments.reconcileSiblings,
  claimDuePayments: schedule.claimDuePayments,
  finishReconcile: schedule.finishReconcile,
  findUnsettled: unsettled.findUnsettled,
  finishReconciles: schedule.finishReconciles,
  releaseLeases: schedule.releaseLeases,
  countHashlessRead: unsettled.countHashlessRead,
  countEnded: unsettled.countEnded,
  reviewNeverAnswered: neverAnswered.reviewNeverAnswered,
  recordRefund: refunds.recordRefund,
  findMissedRefunds: missedRefunds.findMissedRefunds,
  oweRemainder: refunds.oweRemainder,
  refundsDue: refunds.refundsDue,
  readRefundable: refundHeldMoney.readRefundable,
  resolveException: resolveException.resolveException,
  setRefundTo: sendRefund.setRefundTo,
  markRefundSent: sendRefund.markRefundSent,
  readSettings: settings.readSettings,
  saveSettings: settings.saveSettings,
  reencryptSetting: settings.reencryptSetting,
  appliedMigrations: migrations.appliedMigrations,
  awaitProbe: probes.awaitProbe,
  noteProbe: probes.noteProbe,
  takeProbe: probes.takeProbe,
  watchWebhooks: webhookState.watchWebhooks,
  noteWebhook: webhookState.noteWebhook,
  readWebhookStates: webhookState.readWebhookStates,
  firstStarted: webhookState.firstStarted,
  listPayments: listPayments.listPayments,
  readOrderPanel: orderPanel.readOrderPanel,
  listWebhookEvents: listWebhookEvents.listWebhookEvents,
  listExceptions: listQuestions.listExceptions,
  listRefunds: listQuestions.listRefunds,
  countOpenItems: listQuestions.countOpenItems,
  findStreamedPayment: paymentStream.findStreamedPayment,
  readStreamedPayments: paymentStream.readStreamedPayments,
  readBacklog: backlog.readBacklog,
  secondsSinceWebhook: backlog.secondsSinceWebhook,
}

type Bound<F> = F extends (db: Knex, ...rest: infer A) => infer R
  ? (...rest: A) => R
  : never

/** The repository, bound to a database. Its errors contain no values. */
export type Repository = {
  [K in keyof typeof FUNCTIONS]: Bound<(typeof FUNCTIONS)[K]>
}

export function createRepository(db: Knex): Repository {
  const bind =
    (run: (db: Knex, ...rest: never[]) => Promise<unknown>) =>
    async (...rest: never[]): Promise<unknown> => {
      try {
        return await run(db, ...rest)
      } catch (error) {
        throw withoutValues(error)
      }
    }
  return Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, run]) => [name, bind(run)])
  ) as Repository
}
