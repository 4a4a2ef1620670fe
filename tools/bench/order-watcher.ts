import { Client } from "@medusajs/framework/pg"
import type { BuiltStore } from "../harness/built-store/built-store"

const CHANNEL = "bench_placed"
/** Generous: Medusa's own route waits for 5 s, and a flood may take minutes. */
const TIMEOUT_MS = 300_000

/** PostgreSQL notifies on commit. Polling would be late, and would add load. */
const CREATE_TRIGGERS = `
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

const DROP_TRIGGERS = "DROP FUNCTION bench_placed() CASCADE"

/**
 * Detects when a collection's payment is captured and its order linked, both
 * committed.
 */
export class OrderWatcher {
  readonly #notified = new Set<string>()
  readonly #waiting = new Map<string, () => void>()

  private constructor(private readonly client: Client) {
    client.on("notification", ({ payload = "" }) => {
      this.#notified.add(payload)
      const collection = payload.split(" ")[1] ?? ""
      if (this.#isPlaced(collection)) {
        this.#waiting.get(collection)?.()
      }
    })
  }

  static async start({ databaseUrl }: BuiltStore): Promise<OrderWatcher> {
    const client = new Client(databaseUrl)
    await client.connect()
    await client.query(CREATE_TRIGGERS)
    return new OrderWatcher(client)
  }

  /**
   * Waits until the order is placed.
   *
   * @param collection id of a payment collection
   * @returns the time by `performance.now()`
   */
  async placedAt(collection: string): Promise<number> {
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new Error(
              `Payment collection ${collection} has no order after ${TIMEOUT_MS / 1000} s.`
            )
          ),
        TIMEOUT_MS
      )
      const end = (): void => {
        clearTimeout(timer)
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
    await this.client.query(DROP_TRIGGERS)
    await this.client.end()
  }

  #isPlaced(collection: string): boolean {
    return ["captured", "ordered"].every((what) =>
      this.#notified.has(`${what} ${collection}`)
    )
  }
}
