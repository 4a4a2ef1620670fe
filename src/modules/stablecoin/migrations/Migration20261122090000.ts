import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122090000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_webhook_event" add column if not exists "signed_for" jsonb not null default '[]';`);
    this.addSql(`alter table if exists "stablecoin_webhook_event" alter column "signed_for" drop default;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_webhook_event" drop column if exists "signed_for";`);
  }

}
