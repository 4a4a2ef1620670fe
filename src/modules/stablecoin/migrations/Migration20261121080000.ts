import { Migration } from "@medusajs/framework/mikro-orm/migrations";

export class Migration20261121080000 extends Migration {

  override async up(): Promise<void> {
    // Late money moves a payment to a new session, and its buyer goes on asking for the former one.
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_stablecoin_fact_bound_from" ON "stablecoin_fact" ((details ->> 'from')) WHERE kind = 'bound' AND deleted_at IS NULL;`);

    // With the change itself, and by whomever it is made: no one who writes the tables can forget to tell.
    // The collection is named, since each of its payments may take the place of another.
    this.addSql(`CREATE OR REPLACE FUNCTION stablecoin_notify_payment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('stablecoin_payment', NEW.payment_collection_id); RETURN NULL; END $$;`);
    this.addSql(`DROP TRIGGER IF EXISTS "stablecoin_payment_changed" ON "stablecoin_payment";`);
    this.addSql(`CREATE TRIGGER "stablecoin_payment_changed" AFTER UPDATE OF status, order_id, redirect_url, expires_at, returned_result ON "stablecoin_payment" FOR EACH ROW WHEN ((OLD.status, OLD.order_id, OLD.redirect_url, OLD.expires_at, OLD.returned_result) IS DISTINCT FROM (NEW.status, NEW.order_id, NEW.redirect_url, NEW.expires_at, NEW.returned_result)) EXECUTE FUNCTION stablecoin_notify_payment();`);

    // A question about a payment's money, and its answer, change what its buyer is told.
    this.addSql(`CREATE OR REPLACE FUNCTION stablecoin_notify_exception() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_notify('stablecoin_payment', payment_collection_id) FROM "stablecoin_payment" WHERE id = NEW.payment_id; RETURN NULL; END $$;`);
    this.addSql(`DROP TRIGGER IF EXISTS "stablecoin_exception_changed" ON "stablecoin_exception";`);
    this.addSql(`CREATE TRIGGER "stablecoin_exception_changed" AFTER INSERT OR UPDATE OF status ON "stablecoin_exception" FOR EACH ROW WHEN (NEW.payment_id IS NOT NULL) EXECUTE FUNCTION stablecoin_notify_exception();`);
  }

  override async down(): Promise<void> {
    this.addSql(`drop trigger if exists "stablecoin_exception_changed" on "stablecoin_exception";`);
    this.addSql(`drop function if exists stablecoin_notify_exception();`);
    this.addSql(`drop trigger if exists "stablecoin_payment_changed" on "stablecoin_payment";`);
    this.addSql(`drop function if exists stablecoin_notify_payment();`);
    this.addSql(`drop index if exists "IDX_stablecoin_fact_bound_from";`);
  }

}
