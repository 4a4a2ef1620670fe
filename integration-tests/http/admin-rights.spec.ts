import { readLedger } from "../setup/store/ledger"
import { allRoutes } from "../setup/routes/routes"
import { storeTest } from "../setup/store/store"

storeTest((store) => {
  const ROUTES = allRoutes().filter(({ path }) => path.startsWith("/admin/"))

  it("every admin folder has a tested route", () => {
    expect(ROUTES.length).toBeGreaterThan(20)
  })

  it.each(ROUTES.map(({ method, path }) => [method, path] as const))(
    "%s %s rejects a request without an admin login, and does nothing",
    async (method, path) => {
      const before = await readLedger(store)
      const key = store.seeded.publishable_key
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
        expect(response.status).toBe(401)
      }
      expect(await readLedger(store)).toEqual(before)
    }
  )
})
