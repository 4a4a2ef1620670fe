import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"

/**
 * A port to listen on when the store boots, some seconds from now. It is
 * outside the range that the system assigns to connections meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    const server = createServer().listen(port)
    const free = await once(server, "listening").then(
      () => true,
      () => false
    )
    server.close()
    if (free) {
      return port
    }
  }
}
