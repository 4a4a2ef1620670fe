import { createServer } from "node:net"
import { selectPorts } from "./ports"

const SHOP = 8000

it("uses other ports than another program and another storefront", async () => {
  const other = createServer().listen(SHOP)
  // If another program on this machine has the port already, that one counts.
  await new Promise((resolve) =>
    other.once("listening", resolve).once("error", resolve)
  )
  try {
    const { shop, taken } = await selectPorts(null)
    expect(shop).not.toBe(SHOP)
    expect(taken).toContain(SHOP)

    const beside = await selectPorts(`http://localhost:${SHOP}`)
    expect(beside.shop).not.toBe(SHOP)
    expect(beside.taken).not.toContain(SHOP)
  } finally {
    other.close()
  }
})
