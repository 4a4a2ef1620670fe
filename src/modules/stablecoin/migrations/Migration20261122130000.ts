import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** Personal data has an end: what is erased is null, and indexes find it among rows that stay. */
export class Migration20261122130000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_payment" alter column "success_url" drop not null, alter column "cancel_url" drop not null, alter column "return_token" drop not null;`);
    this.addSql(`alter table if exists "stablecoin_webhook_event" alter column "body" drop not null;`);
    this.addSql(`UPDATE "stablecoin_fact" SET details = details - '{checkout_token,redirect_url,app_url,intent_url}'::text[] WHERE kind = 'started';`);
    // Payments that have ended wake no stream.
    this.addSql(`ALTER TABLE "stablecoin_payment" DISABLE TRIGGER "stablecoin_payment_changed";`);
    this.addSql(`UPDATE "stablecoin_payment" SET checkout_token = NULL, redirect_url = NULL, app_url = NULL, intent_url = NULL WHERE status NOT IN ('creating', 'pending');`);
    this.addSql(`ALTER TABLE "stablecoin_payment" ENABLE TRIGGER "stablecoin_payment_changed";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_to_erase" ON "stablecoin_payment" (created_at) WHERE (status <> 'paid' OR success_url IS NOT NULL) AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_customer_id" ON "stablecoin_payment" (customer_id) WHERE customer_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_without_body" ON "stablecoin_webhook_event" (created_at) WHERE body IS NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_payment_to_erase";`);
    this.addSql(`drop index if exists "IDX_stablecoin_payment_customer_id";`);
    this.addSql(`drop index if exists "IDX_stablecoin_webhook_event_without_body";`);
    this.addSql(`UPDATE "stablecoin_payment" SET success_url = COALESCE(success_url, ''), cancel_url = COALESCE(cancel_url, ''), return_token = COALESCE(return_token, gen_random_uuid()::text) WHERE success_url IS NULL OR cancel_url IS NULL OR return_token IS NULL;`);
    this.addSql(`alter table if exists "stablecoin_payment" alter column "success_url" set not null, alter column "cancel_url" set not null, alter column "return_token" set not null;`);
    this.addSql(`UPDATE "stablecoin_webhook_event" SET body = '' WHERE body IS NULL;`);
    this.addSql(`alter table if exists "stablecoin_webhook_event" alter column "body" set not null;`);
  }

}
