import { Client } from "@medusajs/framework/pg"
import type { BenchStore } from "./store/bench-store"

const CHANNEL = "bench_placed"
/** Generous, since Medusa's own route waits for 5 s before it begins. */
const LONGEST_MS = 60_000

/** PostgreSQL notifies on commit. Polling would be late, and would add load. */
const TELL = `
  CREATE FUNCTION bench_placed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('${CHANNEL}', TG_ARGV[0] || ' ' || NEW.payment_collection_id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER bench_placed AFTER INSERT ON order_payment_collection
    FOR EACH ROW EXECUTE FUNCTION bench_placed('ordered');
  CREATE TRIGGER bench_placed AFTER UPDATE OF captured_at ON payment
    FOR EACH ROW WHEN (NEW.captured_at IS NOT NULL)
    EXECUTE FUNCTION bench_placed('captured');
  LISTEN ${CHANNEL}`

const TELL_NO_MORE = "DROP FUNCTION bench_placed() CASCADE"

/**
 * Detects when a collection's payment is captured and its order linked, both
 * committed.
 */
export class Placed {
  readonly #heard = new Set<string>()
  readonly #waiting = new Map<string, () => void>()

  private constructor(private readonly client: Client) {
    client.on("notification", ({ payload = "" }) => {
      this.#heard.add(payload)
      const collection = payload.split(" ")[1] ?? ""
      if (this.#isPlaced(collection)) {
        this.#waiting.get(collection)?.()
      }
    })
  }

  static async watch({ databaseUrl }: BenchStore): Promise<Placed> {
    const client = new Client(databaseUrl)
    await client.connect()
    await client.query(TELL)
    return new Placed(client)
  }

  /**
   * @param collection id of a payment collection
   * @returns the time by `performance.now()`
   */
  async of(collection: string): Promise<number> {
    return await new Promise((resolve, reject) => {
      const tooLong = setTimeout(
        () => reject(new Error(`${collection} has no order.`)),
        LONGEST_MS
      )
      const end = (): void => {
        clearTimeout(tooLong)
        this.#waiting.delete(collection)
        resolve(performance.now())
      }
      if (this.#isPlaced(collection)) {
        end()
      } else {
        this.#waiting.set(collection, end)
      }
    })
  }

  async close(): Promise<void> {
    await this.client.query(TELL_NO_MORE)
    await this.client.end()
  }

  #isPlaced(collection: string): boolean {
    return ["captured", "ordered"].every((what) =>
      this.#heard.has(`${what} ${collection}`)
    )
  }
}
