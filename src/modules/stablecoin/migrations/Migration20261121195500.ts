import { Migration } from "@medusajs/framework/mikro-orm/migrations";

/** As in Migration20261121061631: what the lists walk, in the words of store/lists. */
const PAYMENT_GROUP = `(rail || chr(31) || status || chr(31) || COALESCE(chain, '') || chr(31) || currency || chr(31) || COALESCE(mode, '') || chr(31) || account)`;
const WEBHOOK_EVENT_GROUP = `(rail || chr(31) || status || chr(31) || event)`;

/** Rows are counted in these indexes alone: for that, PostgreSQL wants the columns of which their expression is made beside it. */
export class Migration20261121195500 extends Migration {

  override async up(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_payment_group_created_at";`);
    this.addSql(`CREATE INDEX "IDX_stablecoin_payment_group_created_at" ON "stablecoin_payment" (${PAYMENT_GROUP}, created_at, id) INCLUDE (rail, status, chain, currency, mode, account) WHERE deleted_at IS NULL;`);
    this.addSql(`drop index if exists "IDX_stablecoin_webhook_event_group_created_at";`);
    this.addSql(`CREATE INDEX "IDX_stablecoin_webhook_event_group_created_at" ON "stablecoin_webhook_event" (${WEBHOOK_EVENT_GROUP}, created_at, id) INCLUDE (rail, status, event) WHERE deleted_at IS NULL;`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop index if exists "IDX_stablecoin_payment_group_created_at";`);
    this.addSql(`CREATE INDEX "IDX_stablecoin_payment_group_created_at" ON "stablecoin_payment" (${PAYMENT_GROUP}, created_at, id) WHERE deleted_at IS NULL;`);
    this.addSql(`drop index if exists "IDX_stablecoin_webhook_event_group_created_at";`);
    this.addSql(`CREATE INDEX "IDX_stablecoin_webhook_event_group_created_at" ON "stablecoin_webhook_event" (${WEBHOOK_EVENT_GROUP}, created_at, id) WHERE deleted_at IS NULL;`);
  }

}
