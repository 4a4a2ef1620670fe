import { Migration } from "@medusajs/framework/mikro-orm/migrations";

const SCHEDULE = `"next_reconcile_at" timestamptz null, "looks" integer not null default 0, "lease_owner" text null, "leased_until" timestamptz null`;
const COLUMNS = `"next_reconcile_at", "looks", "lease_owner", "leased_until"`;

/**
 * A table of its own: a reconciliation that finds nothing new writes one narrow
 * row there, and none of the payment's many index entries.
 */
export class Migration20261122160000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`create table if not exists "stablecoin_schedule" ("payment_id" text not null, ${SCHEDULE}, "revision" integer not null default 0, constraint "stablecoin_schedule_pkey" primary key ("payment_id"), constraint "stablecoin_schedule_payment_id_foreign" foreign key ("payment_id") references "stablecoin_payment" ("id") on delete cascade) with (fillfactor = 50);`);
    this.addSql(`insert into "stablecoin_schedule" ("payment_id", ${COLUMNS}) select "id", ${COLUMNS} from "stablecoin_payment";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_schedule_next_reconcile_at" ON "stablecoin_schedule" ("next_reconcile_at") WHERE next_reconcile_at IS NOT NULL;`);
    this.addSql(`alter table if exists "stablecoin_payment" drop column if exists "next_reconcile_at", drop column if exists "looks", drop column if exists "lease_owner", drop column if exists "leased_until";`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_payment" add column if not exists "next_reconcile_at" timestamptz null, add column if not exists "looks" integer not null default 0, add column if not exists "lease_owner" text null, add column if not exists "leased_until" timestamptz null;`);
    this.addSql(`update "stablecoin_payment" as payment set (${COLUMNS}) = (select ${COLUMNS} from "stablecoin_schedule" where "payment_id" = payment."id") where exists (select 1 from "stablecoin_schedule" where "payment_id" = payment."id");`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_next_reconcile_at" ON "stablecoin_payment" ("next_reconcile_at") WHERE next_reconcile_at IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`drop table if exists "stablecoin_schedule" cascade;`);
  }

}
