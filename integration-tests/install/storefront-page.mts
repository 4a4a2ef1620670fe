import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A one-page storefront that buyers return to, at any path. */
export async function startStorefrontPage(): Promise<{
  url: string
  close(): Promise<void>
}> {
  const server = createServer((_, answer) => {
    answer.end("Thank you.")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
