import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122023648 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_transfer" drop constraint if exists "stablecoin_transfer_chain_tx_hash_unique";`);
    this.addSql(`create table if not exists "stablecoin_transfer" ("id" text not null, "chain" text not null, "tx_hash" text not null, "payment_id" text not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_transfer_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_transfer_deleted_at" ON "stablecoin_transfer" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_transfer_chain_tx_hash_unique" ON "stablecoin_transfer" ("chain", "tx_hash") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_transfer_payment_id" ON "stablecoin_transfer" ("payment_id") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "stablecoin_exception" add column if not exists "resolution" text null;`);

    this.addSql(`alter table if exists "stablecoin_payment" add column if not exists "return_token" text null, add column if not exists "superseded_at" timestamptz null;`);
    this.addSql(`UPDATE "stablecoin_payment" SET return_token = gen_random_uuid()::text WHERE return_token IS NULL;`);
    this.addSql(`alter table if exists "stablecoin_payment" alter column "return_token" set not null;`);

    // Transfers that paid before this table existed pay nothing else either.
    this.addSql(`INSERT INTO "stablecoin_transfer" (id, chain, tx_hash, payment_id) SELECT 'sttrf_' || upper(replace(gen_random_uuid()::text, '-', '')), chain, lower(tx_hash), id FROM "stablecoin_payment" WHERE status = 'paid' AND chain IS NOT NULL AND tx_hash IS NOT NULL AND deleted_at IS NULL ORDER BY paid_at ON CONFLICT DO NOTHING;`);

    // A payment whose session is gone is no longer offered to its buyer: the streams of its collection have to know.
    this.addSql(`DROP TRIGGER IF EXISTS "stablecoin_payment_changed" ON "stablecoin_payment";`);
    this.addSql(`CREATE TRIGGER "stablecoin_payment_changed" AFTER UPDATE OF status, order_id, redirect_url, expires_at, returned_result, superseded_at ON "stablecoin_payment" FOR EACH ROW WHEN ((OLD.status, OLD.order_id, OLD.redirect_url, OLD.expires_at, OLD.returned_result, OLD.superseded_at) IS DISTINCT FROM (NEW.status, NEW.order_id, NEW.redirect_url, NEW.expires_at, NEW.returned_result, NEW.superseded_at)) EXECUTE FUNCTION stablecoin_notify_payment();`);
  }

  override async down(): Promise<void> {
    this.addSql(`DROP TRIGGER IF EXISTS "stablecoin_payment_changed" ON "stablecoin_payment";`);
    this.addSql(`CREATE TRIGGER "stablecoin_payment_changed" AFTER UPDATE OF status, order_id, redirect_url, expires_at, returned_result ON "stablecoin_payment" FOR EACH ROW WHEN ((OLD.status, OLD.order_id, OLD.redirect_url, OLD.expires_at, OLD.returned_result) IS DISTINCT FROM (NEW.status, NEW.order_id, NEW.redirect_url, NEW.expires_at, NEW.returned_result)) EXECUTE FUNCTION stablecoin_notify_payment();`);

    this.addSql(`drop table if exists "stablecoin_transfer" cascade;`);

    this.addSql(`alter table if exists "stablecoin_exception" drop column if exists "resolution";`);

    this.addSql(`alter table if exists "stablecoin_payment" drop column if exists "return_token", drop column if exists "superseded_at";`);
  }

}
