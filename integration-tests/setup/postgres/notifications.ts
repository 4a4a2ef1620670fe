import { Client } from "@medusajs/framework/pg"

/** Notifications of a channel that a connection of the test receives. */
export class Notifications {
  readonly received: string[] = []

  private constructor(private readonly client: Client) {
    client.on("notification", ({ payload = "" }) => this.received.push(payload))
  }

  static async of(channel: string, url: string): Promise<Notifications> {
    const client = new Client(url)
    const notifications = new Notifications(client)
    await client.connect()
    await client.query(`LISTEN ${channel}`)
    return notifications
  }

  /**
   * Notifications committed before this call. PostgreSQL delivers them before a
   * later one of the same channel.
   */
  async all(): Promise<string[]> {
    // A notification of its own transaction arrives before the query's result,
    // after all that were committed earlier.
    const marker = `marker ${Math.random()}`
    await this.client.query("SELECT pg_notify('stablecoin_webhook', $1)", [
      marker,
    ])
    while (!this.received.includes(marker)) {
      await this.client.query("SELECT 1")
    }
    const before = this.received.slice(0, this.received.indexOf(marker))
    this.received.length = 0
    return before
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}
