import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121080000 extends Migration {

  override async up(): Promise<void> {
    // Late money moves a payment to a new session, and its buyer goes on asking for the former one.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_fact_bound_from" ON "stablecoin_fact" ((details ->> 'from')) WHERE kind = 'bound' AND deleted_at IS NULL;`);

    // With the change itself, and by whomever it is made: no one who writes the table can forget to tell.
    // All of the collection's payments are named, since each may take the place of another.
    this.addSql(`CREATE OR REPLACE FUNCTION stablecoin_notify_payment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('stablecoin_payment', id) FROM "stablecoin_payment" WHERE payment_collection_id = NEW.payment_collection_id AND deleted_at IS NULL; RETURN NULL; END $$;`);
    this.addSql(`DROP TRIGGER IF EXISTS "stablecoin_payment_changed" ON "stablecoin_payment";`);
    this.addSql(`CREATE TRIGGER "stablecoin_payment_changed" AFTER UPDATE OF status, order_id, redirect_url, expires_at ON "stablecoin_payment" FOR EACH ROW WHEN ((OLD.status, OLD.order_id, OLD.redirect_url, OLD.expires_at) IS DISTINCT FROM (NEW.status, NEW.order_id, NEW.redirect_url, NEW.expires_at)) EXECUTE FUNCTION stablecoin_notify_payment();`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop trigger if exists "stablecoin_payment_changed" on "stablecoin_payment";`);
    this.addSql(`drop function if exists stablecoin_notify_payment();`);
    this.addSql(`drop index if exists "IDX_stablecoin_fact_bound_from";`);
  }

}
