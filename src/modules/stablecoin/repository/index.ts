import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import * as accounts from "./accounts"
import * as chains from "./chains"
import * as customers from "./customers"
import { withoutValues } from "./database-error"
import * as deposits from "./deposits"
import * as exceptions from "./exceptions"
import * as lists from "./lists/read-lists"
import * as medusa from "./medusa"
import * as overview from "./overview"
import * as payments from "./payments"
import * as prices from "./prices"
import * as probes from "./probes"
import * as refunds from "./refunds"
import * as schedules from "./schedules"
import * as settings from "./settings"
import * as webhookEvents from "./webhook-events"
import { WebhookStorage } from "./webhook-events/store-webhook-events"
import * as webhookStates from "./webhook-states"

export type Repository = ReturnType<typeof repositoryOf>

/** The module's tables, and Medusa's, in a database. */
export function repositoryOf(db: Knex) {
  const storage = new WebhookStorage(db)
  return {
    /** Payments: their rows and facts. */
    payments: bound(db, payments),
    /** When payments are reconciled, and which process has claimed them. */
    schedules: bound(db, schedules),
    /** Webhook events, from receipt to purge. */
    webhookEvents: {
      ...bound(db, webhookEvents),
      store: storage.store.bind(storage),
    },
    /** When each rail last received or rejected a webhook. */
    webhookStates: bound(db, webhookStates),
    /** Prices of other currencies, and the quotes that buyers were shown. */
    prices: bound(db, prices),
    /** Webhooks that a health check sends to this store. */
    probes: bound(db, probes),
    /** Money that arrived, and its uses. */
    deposits: bound(db, deposits),
    /** Exceptions, from the first report to the resolution. */
    exceptions: bound(db, exceptions),
    /** Refunds, due and sent. */
    refunds: bound(db, refunds),
    /** Settings that the admin saved. */
    settings: bound(db, settings),
    /** Accounts that payments were started with. */
    accounts: bound(db, accounts),
    /** Chains that are read, and the payments whose addresses they show. */
    chains: bound(db, chains),
    /** Personal data of customers. */
    customers: bound(db, customers),
    /** The admin's lists, of several tables. */
    lists: bound(db, lists),
    /** Summaries over several tables. */
    overview: bound(db, overview),
    /** Medusa's state, read from its own tables. */
    medusa: bound(db, medusa),
  }
}

/** Statements that take their database first. */
type Statements = Record<
  string,
  (db: Knex, ...rest: never[]) => Promise<unknown>
>

/** Statements of a folder, bound to a database. */
type Bound<All extends Statements> = {
  readonly [Name in keyof All]: All[Name] extends (
    db: Knex,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/**
 * Binds statements to a database. Their errors contain no values. Statements
 * that run in a caller's transaction are plain functions and need no binding.
 */
function bound<All extends Statements>(db: Knex, statements: All): Bound<All> {
  const each = Object.entries(statements).map(([name, run]) => [
    name,
    async (...rest: never[]) => {
      try {
        return await run(db, ...rest)
      } catch (error) {
        throw withoutValues(error)
      }
    },
  ])
  return Object.fromEntries(each) as Bound<All>
}
