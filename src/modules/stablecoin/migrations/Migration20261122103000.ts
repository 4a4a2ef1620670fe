import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122103000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_payment" add column if not exists "hashless_reads" integer not null default 0;`);
  }

  override async down(): Promise<void> {
    this.addSql(`alter table if exists "stablecoin_payment" drop column if exists "hashless_reads";`);
  }

}
