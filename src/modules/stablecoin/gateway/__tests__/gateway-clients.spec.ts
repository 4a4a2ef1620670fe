import { fakeClock } from "../../../../../tools/harness/fake-clock"
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

it("lists the hosted currencies once a minute, and delays a buyer only for a moment", async () => {
  const clock = fakeClock()
  const clients = new GatewayClients()
  const hosted = { ...CREDENTIALS, account: "hosted_1" }
  const list = jest
    .spyOn(clients.hosted(hosted), "listCurrencies")
    .mockRejectedValueOnce(new Error("The gateway is down."))
    .mockReturnValueOnce(new Promise(() => {}))
  try {
    expect(await clients.hostedListing(hosted)).toBeNull()
    expect(await clients.hostedListing(hosted)).toBeNull()
    expect(list).toHaveBeenCalledTimes(1)

    await clock.tickAsync(60_000)
    const slow = clients.hostedListing(hosted)
    await clock.tickAsync(1_500)
    expect(await slow).toBeNull()
    expect(list).toHaveBeenCalledTimes(2)
  } finally {
    clock.uninstall()
    await clients.close()
  }
})
