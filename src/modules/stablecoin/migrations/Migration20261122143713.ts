import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Columns that the payments' list filters by: its indexes alone answer, as they do for the overview. */
const PAYMENT_FILTERS = `rail, status, chain, currency, mode, account, proof_status, returned_result, returned_at, expires_at`;
/** When a payment ended or expired, exactly as in repository/chains. */
const PAYMENT_ENDS_AT = `(CASE WHEN status IN ('creating', 'pending', 'abandoned') THEN 'infinity' ELSE GREATEST(expires_at, COALESCE(paid_at, updated_at)) END)`;

/** The first half is generated from the models, less their indexes on deleted_at, whose entries are all null. The rest is what models can't express. */
export class Migration20261122143713 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_webhook_state" drop constraint if exists "stablecoin_webhook_state_rail_unique";`);
    this.addSql(`alter table if exists "stablecoin_webhook_event" drop constraint if exists "stablecoin_webhook_event_digest_unique";`);
    this.addSql(`alter table if exists "stablecoin_allocation" drop constraint if exists "stablecoin_allocation_deposit_id_kind_unique";`);
    this.addSql(`alter table if exists "stablecoin_allocation" drop constraint if exists "stablecoin_allocation_refund_id_unique";`);
    this.addSql(`alter table if exists "stablecoin_setting" drop constraint if exists "stablecoin_setting_key_unique";`);
    this.addSql(`alter table if exists "stablecoin_exception" drop constraint if exists "stablecoin_exception_key_unique";`);
    this.addSql(`alter table if exists "stablecoin_account" drop constraint if exists "stablecoin_account_key_unique";`);
    this.addSql(`create table if not exists "stablecoin_account" ("id" text not null, "key" text not null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "base_url" text not null, "client_id" text not null, "mode" text null, "sandbox" boolean not null default false, "secrets" text null, "entered_at" timestamptz null, "replaced_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_account_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_account_key_unique" ON "stablecoin_account" ("key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_account_rail_unique" ON "stablecoin_account" ("rail") WHERE entered_at IS NOT NULL AND replaced_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_exception" ("id" text not null, "key" text not null, "payment_id" text null, "deposit_id" text null, "webhook_event_id" text null, "kind" text not null, "reason" text null, "details" jsonb null, "status" text check ("status" in ('open', 'resolved')) not null default 'open', "resolution" text null, "note" text null, "resolved_by" text null, "resolved_at" timestamptz null, "opened_at" timestamptz not null default now(), "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_exception_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_exception_key_unique" ON "stablecoin_exception" ("key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_payment_id" ON "stablecoin_exception" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_deposit_id" ON "stablecoin_exception" ("deposit_id") WHERE deposit_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_status_created_at" ON "stablecoin_exception" ("status", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_fact" ("id" text not null, "payment_id" text not null, "kind" text not null, "source" text not null, "status_before" text not null, "status_after" text not null, "webhook_event_id" text null, "details" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_fact_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_fact_payment_id_created_at" ON "stablecoin_fact" ("payment_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_payment" ("id" text not null, "session_id" text not null, "payment_collection_id" text not null, "cart_id" text null, "order_id" text null, "customer_id" text null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "provider_id" text not null, "status" text check ("status" in ('creating', 'pending', 'abandoned', 'failed', 'cancelled', 'paid')) not null default 'creating', "mode" text null, "account" text not null, "checkout_flow" text check ("checkout_flow" in ('pay_first', 'order_first')) not null, "capture" text check ("capture" in ('automatic', 'manual')) not null, "amount" text not null, "currency" text not null, "chain" text null, "cart_amount" text not null, "cart_currency" text not null, "quote_id" text null, "locked_until" timestamptz null, "late_price" jsonb null, "gateway_id" text null, "checkout_token" text null, "redirect_url" text null, "app_url" text null, "intent_url" text null, "success_url" text null, "cancel_url" text null, "return_token" text null, "returned_at" timestamptz null, "returned_result" text check ("returned_result" in ('success', 'cancel')) null, "destination_address" text null, "reference" text null, "net_amount" text null, "tx_hash" text null, "paid_at" timestamptz null, "deposit_id" text null, "expires_at" timestamptz not null, "superseded_at" timestamptz null, "proof_status" text check ("proof_status" in ('not_found', 'found', 'contradicted', 'proven')) null, "proof" jsonb null, "prove_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_payment_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_rail_created_at" ON "stablecoin_payment" ("rail", "created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_chain_prove_at" ON "stablecoin_payment" ("chain", "prove_at") WHERE prove_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_proof_status_created_at" ON "stablecoin_payment" ("proof_status", "created_at") WHERE proof_status IN ('not_found', 'found', 'contradicted') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_quote_id" ON "stablecoin_payment" ("quote_id") WHERE quote_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_deposit_id" ON "stablecoin_payment" ("deposit_id") WHERE deposit_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_expires_at" ON "stablecoin_payment" ("expires_at") WHERE rail = 'hosted' AND returned_result = 'success' AND status IN ('creating', 'pending', 'abandoned') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_price_source" ("id" text not null, "source" text not null, "definition" text not null, "codes" text not null, "prices" jsonb not null, "next_fetch_at" timestamptz not null, "fetched_at" timestamptz null, "problem" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_price_source_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_price_source_source_unique" ON "stablecoin_price_source" ("source") WHERE deleted_at IS NULL;`);
    this.addSql(`create table if not exists "stablecoin_quote" ("id" text not null, "purchase_id" text not null, "currency" text not null, "rate" text not null, "spread" text not null, "sources" jsonb not null, "valid_until" timestamptz not null, "locked_until" timestamptz not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_quote_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_quote_purchase_id_created_at" ON "stablecoin_quote" ("purchase_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_refund" ("id" text not null, "deposit_id" text not null, "payment_id" text null, "medusa_refund_id" text null, "exception_id" text null, "order_id" text null, "amount" text not null, "allocated" text not null, "rate" text null, "currency" text not null, "chain" text null, "cart_amount" text not null, "cart_currency" text not null, "reason" text null, "status" text check ("status" in ('due', 'sent', 'void')) not null default 'due', "refund_to" text null, "refund_to_by" text null, "refund_to_at" timestamptz null, "tx_hash" text null, "sent_by" text null, "sent_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_tx_hash" ON "stablecoin_refund" ("tx_hash") WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_payment_id" ON "stablecoin_refund" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_deposit_id" ON "stablecoin_refund" ("deposit_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_status_created_at" ON "stablecoin_refund" ("status", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_setting" ("id" text not null, "key" text not null, "value" jsonb not null, "updated_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_setting_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_setting_key_unique" ON "stablecoin_setting" ("key") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_setting_change" ("id" text not null, "actor_id" text not null, "fields" text[] not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_setting_change_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_setting_change_created_at" ON "stablecoin_setting_change" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_allocation" ("id" text not null, "deposit_id" text not null, "kind" text check ("kind" in ('capture', 'refund', 'kept')) not null, "amount" text not null, "refund_id" text null, "order_id" text null, "cart_amount" text null, "reason" text null, "allocated_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_allocation_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_allocation_deposit_id" ON "stablecoin_allocation" ("deposit_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_allocation_order_id" ON "stablecoin_allocation" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_allocation_refund_id_unique" ON "stablecoin_allocation" ("refund_id") WHERE refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_allocation_deposit_id_kind_unique" ON "stablecoin_allocation" ("deposit_id", "kind") WHERE kind = 'capture' AND deleted_at IS NULL;`);
    this.addSql(`create table if not exists "stablecoin_deposit" ("id" text not null, "payment_id" text null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "mode" text null, "amount" text not null, "currency" text not null, "reported" jsonb null, "shown" jsonb null, "chain" text null, "tx_hash" text null, "log_index" integer null, "gateway_reference" text null, "sender" text null, "destination_address" text null, "block_number" integer null, "arrived_at" timestamptz not null, "confirmed_at" timestamptz null, "seen_at" timestamptz null, "matched_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_deposit_pkey" primary key ("id"));`);
    this.addSql(`alter table "stablecoin_deposit" add column "allocated" numeric not null default 0, add column "unallocated" numeric not null generated always as (cast("amount" as numeric) - "allocated") stored check ("unallocated" >= 0);`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_payment_id" ON "stablecoin_deposit" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_arrived_at" ON "stablecoin_deposit" ("arrived_at") WHERE seen_at IS NOT NULL AND matched_at IS NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_destination_address" ON "stablecoin_deposit" ("destination_address") WHERE seen_at IS NOT NULL AND matched_at IS NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_webhook_event" ("id" text not null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "event" text not null, "digest" text not null, "body" text null, "signed_for" jsonb not null, "signature" text null, "payment_id" text null, "reports_money" boolean not null default false, "status" text check ("status" in ('received', 'processed', 'ignored', 'failed', 'dead')) not null default 'received', "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_webhook_event_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_digest_unique" ON "stablecoin_webhook_event" ("digest") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_payment_id" ON "stablecoin_webhook_event" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_unverified" ON "stablecoin_webhook_event" ("payment_id") WHERE signature IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_next_attempt_at" ON "stablecoin_webhook_event" ("next_attempt_at") WHERE next_attempt_at IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_webhook_state" ("id" text not null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "last_received_at" timestamptz null, "last_rejected_at" timestamptz null, "last_rejected_reason" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_webhook_state_pkey" primary key ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_state_rail_unique" ON "stablecoin_webhook_state" ("rail") WHERE deleted_at IS NULL;`);

    // A reconciliation that changes nothing writes one narrow row here, and no index of the payment.
    this.addSql(`create table if not exists "stablecoin_schedule" ("payment_id" text not null, "next_reconcile_at" timestamptz null, "reconcile_attempts" integer not null default 0, "lease_owner" text null, "leased_until" timestamptz null, "revision" integer not null default 0, constraint "stablecoin_schedule_pkey" primary key ("payment_id"), constraint "stablecoin_schedule_payment_id_foreign" foreign key ("payment_id") references "stablecoin_payment" ("id") on delete cascade) with (fillfactor = 50);`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_schedule_next_reconcile_at" ON "stablecoin_schedule" ("next_reconcile_at") WHERE next_reconcile_at IS NOT NULL;`);

    // Cursors of the chains that are read. A chain's row is its lease too.
    this.addSql(`create table if not exists "stablecoin_chain" ("chain" text not null, "next_block" bigint null, "moved_at" timestamptz not null default now(), "complete_at" timestamptz not null default now(), "lease_owner" text null, "leased_until" timestamptz null, constraint "stablecoin_chain_pkey" primary key ("chain"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_watched" ON "stablecoin_payment" (${PAYMENT_ENDS_AT}) WHERE destination_address IS NOT NULL AND deleted_at IS NULL;`);

    // A transfer exists once, however often it is reported. Before its position is known, a transaction counts as one transfer.
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_transfer_unique" ON "stablecoin_deposit" (chain, tx_hash, COALESCE(log_index, -1)) WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    // A report without a payment and a hash exists once, too.
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_gateway_reference_unique" ON "stablecoin_deposit" (gateway_reference) WHERE payment_id IS NULL AND gateway_reference IS NOT NULL AND deleted_at IS NULL;`);

    // The admin's lists read these alone, in their order: a filter never reads the rows themselves. A key is exactly as in repository/lists.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_list_created_at" ON "stablecoin_payment" (created_at, id) INCLUDE (${PAYMENT_FILTERS}, amount, paid_at, superseded_at) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_list_paid_at" ON "stablecoin_payment" (COALESCE(paid_at, '-infinity'), id) INCLUDE (${PAYMENT_FILTERS}, created_at, paid_at, amount, net_amount) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_list_amount" ON "stablecoin_payment" (CAST(amount AS numeric), id) INCLUDE (${PAYMENT_FILTERS}, created_at, amount) WHERE deleted_at IS NULL;`);
    // Few payments have these values.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_list_account" ON "stablecoin_payment" (account) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_list_chain" ON "stablecoin_payment" (chain) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_list_test" ON "stablecoin_payment" (mode) WHERE mode <> 'live' AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_unallocated" ON "stablecoin_deposit" (created_at, id) WHERE unallocated > 0 AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_list" ON "stablecoin_deposit" (created_at, id) INCLUDE (rail, chain, currency, mode) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_list" ON "stablecoin_exception" (created_at, id) INCLUDE (status, kind, reason) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_list" ON "stablecoin_refund" (created_at, id) INCLUDE (status, currency, chain) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_list" ON "stablecoin_webhook_event" (created_at, id) INCLUDE (rail, status, event) WHERE deleted_at IS NULL;`);

    // The admin's search finds whole ids, hashes and addresses.
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_payment_session_id_unique" ON "stablecoin_payment" ("session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_payment_collection_id" ON "stablecoin_payment" ("payment_collection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_cart_id" ON "stablecoin_payment" ("cart_id") WHERE cart_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_order_id" ON "stablecoin_payment" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_customer_id" ON "stablecoin_payment" ("customer_id") WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_gateway_id" ON "stablecoin_payment" ("gateway_id") WHERE gateway_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_reference" ON "stablecoin_payment" ("reference") WHERE reference IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_tx_hash" ON "stablecoin_payment" (lower(tx_hash)) WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_destination_address" ON "stablecoin_payment" (lower(destination_address)) WHERE destination_address IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_tx_hash" ON "stablecoin_deposit" ("tx_hash") WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_sender" ON "stablecoin_deposit" ("sender") WHERE sender IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_deposit_destination" ON "stablecoin_deposit" ("destination_address") WHERE destination_address IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_webhook_event_id" ON "stablecoin_exception" ("webhook_event_id") WHERE webhook_event_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_tx_hash" ON "stablecoin_exception" (lower(details ->> 'tx_hash')) WHERE (details ->> 'tx_hash') IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_medusa_refund_id_unique" ON "stablecoin_refund" ("medusa_refund_id") WHERE medusa_refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_exception_id" ON "stablecoin_refund" ("exception_id") WHERE exception_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_order_id" ON "stablecoin_refund" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_tx_hash" ON "stablecoin_refund" (lower(tx_hash)) WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_refund_to" ON "stablecoin_refund" (lower(refund_to)) WHERE refund_to IS NOT NULL AND deleted_at IS NULL;`);

    // The purges walk these.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_to_erase" ON "stablecoin_payment" (created_at) WHERE (status <> 'paid' OR success_url IS NOT NULL) AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_without_body" ON "stablecoin_webhook_event" (created_at) WHERE body IS NULL AND deleted_at IS NULL;`);

    // Late money moves a payment to a new session, while its buyer still reads the former one.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_fact_bound_from" ON "stablecoin_fact" ((details ->> 'from')) WHERE kind = 'bound' AND deleted_at IS NULL;`);
  }

  /** @throws Error while the ledger has payments: no other record has their money */
  override async down(): Promise<void> {
    const [payment] = await this.execute(`select id from "stablecoin_payment" limit 1`);
    if (payment) {
      throw new Error("The tables of the stablecoin module have payments, and were not dropped. To go back to an older version, install it without a rollback. To delete the records, drop the tables stablecoin_… by hand.");
    }
    this.addSql(`drop table if exists "stablecoin_schedule" cascade;`);

    this.addSql(`drop table if exists "stablecoin_chain" cascade;`);

    this.addSql(`drop table if exists "stablecoin_account" cascade;`);

    this.addSql(`drop table if exists "stablecoin_exception" cascade;`);

    this.addSql(`drop table if exists "stablecoin_fact" cascade;`);

    this.addSql(`drop table if exists "stablecoin_payment" cascade;`);

    this.addSql(`drop table if exists "stablecoin_price_source" cascade;`);

    this.addSql(`drop table if exists "stablecoin_quote" cascade;`);

    this.addSql(`drop table if exists "stablecoin_refund" cascade;`);

    this.addSql(`drop table if exists "stablecoin_setting" cascade;`);

    this.addSql(`drop table if exists "stablecoin_setting_change" cascade;`);

    this.addSql(`drop table if exists "stablecoin_deposit" cascade;`);

    this.addSql(`drop table if exists "stablecoin_allocation" cascade;`);

    this.addSql(`drop table if exists "stablecoin_webhook_event" cascade;`);

    this.addSql(`drop table if exists "stablecoin_webhook_state" cascade;`);
  }

}
