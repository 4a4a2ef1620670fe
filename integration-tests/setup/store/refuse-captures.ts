import type { TestStore } from "./test-store"

/** Runs something while Medusa can't store any capture. */
export async function refuseCaptures(
  store: TestStore,
  run: () => Promise<void>
): Promise<void> {
  const db = store.db
  await db.raw(`CREATE FUNCTION no_capture() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'no capture'; END $$`)
  await db.raw(`CREATE TRIGGER no_capture BEFORE INSERT ON capture
    FOR EACH ROW EXECUTE FUNCTION no_capture()`)
  try {
    await run()
  } finally {
    await db.raw("DROP FUNCTION no_capture CASCADE")
  }
}
