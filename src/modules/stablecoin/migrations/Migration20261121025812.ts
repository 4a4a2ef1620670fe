import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121025812 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_expires_at" ON "stablecoin_payment" ("expires_at") WHERE rail = 'hosted' AND returned_result = 'success' AND status IN ('creating', 'pending', 'abandoned') AND deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_payment_expires_at";`);
  }

}
