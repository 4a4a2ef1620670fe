import { allRoutes } from "../setup/routes/routes"
import { storeTest } from "../setup/store/store"

storeTest((store) => {
  const ROUTES = allRoutes().filter(({ path }) => path.startsWith("/admin/"))

  it("every route rejects a request without an admin login, and does nothing", async () => {
    expect(ROUTES.length).toBeGreaterThan(20)
    const before = await store.readLedger()
    const key = store.seeded.publishable_key
    for (const { method, path } of ROUTES) {
      for (const headers of [
        {},
        { authorization: "Bearer forged.token.here" },
        { authorization: "Basic Zm9yZ2VkOg==" },
        { "x-publishable-api-key": key },
      ] as Record<string, string>[]) {
        const response = await fetch(
          `${store.url}${path.replace(/:\w+/g, "st_1")}`,
          {
            method,
            headers: { "content-type": "application/json", ...headers },
            body: method === "GET" ? undefined : "{}",
          }
        )
        expect([method, path, response.status]).toEqual([method, path, 401])
      }
    }
    expect(await store.readLedger()).toEqual(before)
  })
})
