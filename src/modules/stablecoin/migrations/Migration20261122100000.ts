import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261122100000 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_refund_exception_id_unique";`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_exception_id" ON "stablecoin_refund" ("exception_id") WHERE exception_id IS NOT NULL AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_refund_exception_id";`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_stablecoin_refund_exception_id_unique" ON "stablecoin_refund" ("exception_id") WHERE exception_id IS NOT NULL AND deleted_at IS NULL;`);
  }

}
