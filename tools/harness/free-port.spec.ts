import { freePort } from "./free-port"

it("never returns the same port twice, also while nothing listens there", async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, freePort))
  expect(new Set(ports).size).toBe(ports.length)
})
