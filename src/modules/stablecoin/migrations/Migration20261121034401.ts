import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121034401 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_setting" drop constraint if exists "stablecoin_setting_key_unique";`);
    this.addSql(`alter table if exists "stablecoin_refund" drop constraint if exists "stablecoin_refund_tx_hash_unique";`);
    this.addSql(`alter table if exists "stablecoin_refund" drop constraint if exists "stablecoin_refund_exception_id_unique";`);
    this.addSql(`alter table if exists "stablecoin_refund" drop constraint if exists "stablecoin_refund_medusa_refund_id_unique";`);
    this.addSql(`alter table if exists "stablecoin_payment" drop constraint if exists "stablecoin_payment_session_id_unique";`);
    this.addSql(`alter table if exists "stablecoin_exception" drop constraint if exists "stablecoin_exception_key_unique";`);
    this.addSql(`alter table if exists "stablecoin_webhook_event" drop constraint if exists "stablecoin_webhook_event_digest_unique";`);
    this.addSql(`alter table if exists "stablecoin_account" drop constraint if exists "stablecoin_account_key_unique";`);
    this.addSql(`create table if not exists "stablecoin_account" ("id" text not null, "key" text not null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "base_url" text not null, "client_id" text not null, "secrets" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_account_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_account_deleted_at" ON "stablecoin_account" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_account_key_unique" ON "stablecoin_account" ("key") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_webhook_event" ("id" text not null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "event" text not null, "digest" text not null, "body" text not null, "payment_id" text null, "status" text check ("status" in ('received', 'processed', 'ignored', 'failed', 'dead')) not null default 'received', "attempts" integer not null default 0, "next_attempt_at" timestamptz null, "error" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_webhook_event_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_deleted_at" ON "stablecoin_webhook_event" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_digest_unique" ON "stablecoin_webhook_event" ("digest") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_payment_id" ON "stablecoin_webhook_event" ("payment_id") WHERE payment_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_next_attempt_at" ON "stablecoin_webhook_event" ("next_attempt_at") WHERE next_attempt_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_created_at" ON "stablecoin_webhook_event" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_exception" ("id" text not null, "key" text not null, "payment_id" text null, "webhook_event_id" text null, "kind" text not null, "message" text not null, "details" jsonb null, "status" text check ("status" in ('open', 'resolved')) not null default 'open', "note" text null, "resolved_by" text null, "resolved_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_exception_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_deleted_at" ON "stablecoin_exception" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_exception_key_unique" ON "stablecoin_exception" ("key") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_payment_id" ON "stablecoin_exception" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_webhook_event_id" ON "stablecoin_exception" ("webhook_event_id") WHERE webhook_event_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_status_created_at" ON "stablecoin_exception" ("status", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_fact" ("id" text not null, "payment_id" text not null, "kind" text not null, "source" text not null, "status_before" text not null, "status_after" text not null, "webhook_event_id" text null, "details" jsonb null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_fact_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_fact_deleted_at" ON "stablecoin_fact" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_fact_payment_id_created_at" ON "stablecoin_fact" ("payment_id", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_payment" ("id" text not null, "session_id" text not null, "payment_collection_id" text not null, "cart_id" text null, "order_id" text null, "customer_id" text null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "provider_id" text not null, "status" text check ("status" in ('creating', 'pending', 'abandoned', 'failed', 'cancelled', 'paid')) not null default 'creating', "mode" text null, "account" text not null, "checkout_flow" text check ("checkout_flow" in ('pay_first', 'order_first')) not null, "capture" text check ("capture" in ('automatic', 'manual')) not null, "amount" text not null, "currency" text not null, "chain" text null, "cart_amount" text not null, "cart_currency" text not null, "gateway_id" text null, "checkout_token" text null, "redirect_url" text null, "app_url" text null, "intent_url" text null, "success_url" text not null, "cancel_url" text not null, "returned_at" timestamptz null, "returned_result" text check ("returned_result" in ('success', 'cancel')) null, "destination_address" text null, "reference" text null, "net_amount" text null, "tx_hash" text null, "paid_at" timestamptz null, "expires_at" timestamptz not null, "next_reconcile_at" timestamptz null, "looks" integer not null default 0, "lease_owner" text null, "leased_until" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_payment_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_deleted_at" ON "stablecoin_payment" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_payment_session_id_unique" ON "stablecoin_payment" ("session_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_payment_collection_id" ON "stablecoin_payment" ("payment_collection_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_cart_id" ON "stablecoin_payment" ("cart_id") WHERE cart_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_order_id" ON "stablecoin_payment" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_gateway_id" ON "stablecoin_payment" ("gateway_id") WHERE gateway_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_tx_hash" ON "stablecoin_payment" ("tx_hash") WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_next_reconcile_at" ON "stablecoin_payment" ("next_reconcile_at") WHERE next_reconcile_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_created_at" ON "stablecoin_payment" ("created_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_expires_at" ON "stablecoin_payment" ("expires_at") WHERE rail = 'hosted' AND returned_result = 'success' AND status IN ('creating', 'pending', 'abandoned') AND deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_refund" ("id" text not null, "payment_id" text not null, "medusa_refund_id" text null, "exception_id" text null, "order_id" text null, "customer_id" text null, "amount" text not null, "currency" text not null, "chain" text null, "cart_amount" text not null, "cart_currency" text not null, "reason" text null, "status" text check ("status" in ('due', 'sent', 'void')) not null default 'due', "refund_to" text null, "refund_to_by" text null, "refund_to_at" timestamptz null, "tx_hash" text null, "sent_by" text null, "sent_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_refund_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_deleted_at" ON "stablecoin_refund" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_medusa_refund_id_unique" ON "stablecoin_refund" ("medusa_refund_id") WHERE medusa_refund_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_exception_id_unique" ON "stablecoin_refund" ("exception_id") WHERE exception_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_tx_hash_unique" ON "stablecoin_refund" ("tx_hash") WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_payment_id" ON "stablecoin_refund" ("payment_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_status_created_at" ON "stablecoin_refund" ("status", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_setting" ("id" text not null, "key" text not null, "value" jsonb not null, "updated_by" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_setting_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_setting_deleted_at" ON "stablecoin_setting" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_setting_key_unique" ON "stablecoin_setting" ("key") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "stablecoin_account" cascade;`);

    this.addSql(`drop table if exists "stablecoin_webhook_event" cascade;`);

    this.addSql(`drop table if exists "stablecoin_exception" cascade;`);

    this.addSql(`drop table if exists "stablecoin_fact" cascade;`);

    this.addSql(`drop table if exists "stablecoin_payment" cascade;`);

    this.addSql(`drop table if exists "stablecoin_refund" cascade;`);

    this.addSql(`drop table if exists "stablecoin_setting" cascade;`);
  }

}
