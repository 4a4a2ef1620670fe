import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121024854 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_refund" drop constraint if exists "stablecoin_refund_tx_hash_unique";`);
    this.addSql(`alter table if exists "stablecoin_refund" drop constraint if exists "stablecoin_refund_exception_id_unique";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_exception_delivery_id" ON "stablecoin_exception" ("delivery_id") WHERE delivery_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`alter table if exists "stablecoin_refund" add column if not exists "exception_id" text null, add column if not exists "refund_to_by" text null, add column if not exists "refund_to_at" timestamptz null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_exception_id_unique" ON "stablecoin_refund" ("exception_id") WHERE exception_id IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_tx_hash_unique" ON "stablecoin_refund" ("tx_hash") WHERE tx_hash IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_exception_delivery_id";`);

    this.addSql(`drop index if exists "IDX_stablecoin_refund_exception_id_unique";`);
    this.addSql(`drop index if exists "IDX_stablecoin_refund_tx_hash_unique";`);
    this.addSql(`alter table if exists "stablecoin_refund" drop column if exists "exception_id", drop column if exists "refund_to_by", drop column if exists "refund_to_at";`);
  }

}
