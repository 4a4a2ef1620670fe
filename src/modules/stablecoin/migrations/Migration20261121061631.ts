import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** What the lists walk, in the words of store/lists: an index is used only where both say the same. */
const PAYMENT_GROUP = `(rail || chr(31) || status || chr(31) || COALESCE(chain, '') || chr(31) || currency || chr(31) || COALESCE(mode, '') || chr(31) || account)`;
const WEBHOOK_EVENT_GROUP = `(rail || chr(31) || status || chr(31) || event)`;

export class Migration20261121061631 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_reference" ON "stablecoin_payment" ("reference") WHERE reference IS NOT NULL AND deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_rail_created_at" ON "stablecoin_payment" ("rail", "created_at") WHERE deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_refund_order_id" ON "stablecoin_refund" ("order_id") WHERE order_id IS NOT NULL AND deleted_at IS NULL;`);

    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_group_created_at" ON "stablecoin_payment" (${PAYMENT_GROUP}, created_at, id) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_group_paid_at" ON "stablecoin_payment" (${PAYMENT_GROUP}, COALESCE(paid_at, '-infinity'), id) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_payment_group_amount" ON "stablecoin_payment" (${PAYMENT_GROUP}, CAST(amount AS numeric), id) WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_webhook_event_group_created_at" ON "stablecoin_webhook_event" (${WEBHOOK_EVENT_GROUP}, created_at, id) WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_payment_reference";`);
    this.addSql(`drop index if exists "IDX_stablecoin_payment_rail_created_at";`);

    this.addSql(`drop index if exists "IDX_stablecoin_refund_order_id";`);

    this.addSql(`drop index if exists "IDX_stablecoin_payment_group_created_at";`);
    this.addSql(`drop index if exists "IDX_stablecoin_payment_group_paid_at";`);
    this.addSql(`drop index if exists "IDX_stablecoin_payment_group_amount";`);
    this.addSql(`drop index if exists "IDX_stablecoin_webhook_event_group_created_at";`);
  }

}
