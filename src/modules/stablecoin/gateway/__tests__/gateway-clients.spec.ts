import { GatewayClients } from "../gateway-clients"

const CREDENTIALS = {
  account: "onchain_1",
  baseUrl: "https://gateway.example",
  clientId: "client_1",
  clientSecret: "secret_1",
  addressScope: "any",
} as const

it("caches one client per account, and creates another when its secret or address scope changes", async () => {
  const clients = new GatewayClients()
  const client = clients.onchain(CREDENTIALS)

  expect(clients.onchain({ ...CREDENTIALS })).toBe(client)
  // A client that may connect to any address must not be reused for an address
  // that was typed in the admin.
  const guarded = clients.onchain({ ...CREDENTIALS, addressScope: "public" })
  expect(guarded).not.toBe(client)
  expect(
    clients.onchain({ ...CREDENTIALS, clientSecret: "secret_2" })
  ).not.toBe(guarded)
  await clients.close()
})
