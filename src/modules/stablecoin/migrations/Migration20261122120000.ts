import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122120000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "stablecoin_request_count" ("key" text not null, "counted_from" timestamptz not null, "count" integer not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_request_count_pkey" primary key ("key"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_request_count_deleted_at" ON "stablecoin_request_count" ("deleted_at") WHERE deleted_at IS NULL;`);

    this.addSql(`alter table if exists "stablecoin_payment" add column if not exists "open_slot" integer null, add column if not exists "unanswered_group_id" text null;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_payment_payment_collection_id_open_slot_unique" ON "stablecoin_payment" ("payment_collection_id", "open_slot") WHERE status IN ('creating', 'pending') AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_unanswered_group_id" ON "stablecoin_payment" ("unanswered_group_id") WHERE unanswered_group_id IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_payment_unanswered_group_id";`);
    this.addSql(`drop index if exists "IDX_stablecoin_payment_payment_collection_id_open_slot_unique";`);
    this.addSql(`alter table if exists "stablecoin_payment" drop column if exists "open_slot", drop column if exists "unanswered_group_id";`);

    this.addSql(`drop table if exists "stablecoin_request_count" cascade;`);
  }

}
