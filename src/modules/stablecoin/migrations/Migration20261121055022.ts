import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121055022 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_webhook_state" drop constraint if exists "stablecoin_webhook_state_rail_unique";`);
    this.addSql(`create table if not exists "stablecoin_setting_change" ("id" text not null, "actor_id" text not null, "fields" text[] not null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_setting_change_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_setting_change_deleted_at" ON "stablecoin_setting_change" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_setting_change_created_at" ON "stablecoin_setting_change" ("created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`create table if not exists "stablecoin_webhook_state" ("id" text not null, "rail" text check ("rail" in ('hosted', 'onchain')) not null, "last_received_at" timestamptz null, "last_rejected_at" timestamptz null, "last_rejected_reason" text null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), "deleted_at" timestamptz null, constraint "stablecoin_webhook_state_pkey" primary key ("id"));`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_state_deleted_at" ON "stablecoin_webhook_state" ("deleted_at") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_state_rail_unique" ON "stablecoin_webhook_state" ("rail") WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop table if exists "stablecoin_setting_change" cascade;`);

    this.addSql(`drop table if exists "stablecoin_webhook_state" cascade;`);
  }

}
