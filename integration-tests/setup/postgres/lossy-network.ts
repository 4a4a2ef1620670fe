import { once } from "node:events"
import {
  type AddressInfo,
  connect,
  createServer,
  type Server,
  type Socket,
} from "node:net"

/**
 * A network that forwards to a database until it drops its connections without
 * closing them, as after a failover. New connections are forwarded again.
 */
export class LossyNetwork {
  private readonly dropped: Socket[] = []

  private constructor(
    private readonly server: Server,
    private readonly sockets: Socket[],
    private readonly databaseUrl: string
  ) {}

  static async open(databaseUrl: string): Promise<LossyNetwork> {
    const { hostname, port } = new URL(databaseUrl)
    const sockets: Socket[] = []
    const server = createServer((client) => {
      const upstream = connect(Number(port), hostname)
      sockets.push(client, upstream)
      client.pipe(upstream)
      upstream.pipe(client)
      for (const socket of [client, upstream]) {
        socket.on("error", () => {})
      }
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    return new LossyNetwork(server, sockets, databaseUrl)
  }

  /** The address of the database behind it. */
  get url(): string {
    const url = new URL(this.databaseUrl)
    url.hostname = "127.0.0.1"
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }

  dropConnections(): void {
    for (const socket of this.sockets.splice(0)) {
      socket.unpipe()
      socket.pause()
      this.dropped.push(socket)
    }
  }

  close(): void {
    this.server.close()
    for (const socket of [...this.sockets, ...this.dropped]) {
      socket.destroy()
    }
  }
}
