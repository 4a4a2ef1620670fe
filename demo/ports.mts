import { createServer } from "node:net"
import { freePort } from "./postgres.mts"

/** The port, if nothing on this machine listens on it, or else any free one. */
export async function portOr(preferred: number): Promise<number> {
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    // On every address: "localhost" must lead to us, whatever it resolves to.
    server.listen(preferred, () => server.close(() => resolve(true)))
  })
  return free ? preferred : await freePort()
}
