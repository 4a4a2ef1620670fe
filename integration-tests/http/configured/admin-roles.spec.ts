import { PAID_EVENTS } from "../../../tools/harness/gateway/webhooks"
import type {
  AdminExceptionDetail,
  StablecoinResource,
} from "../../../src/http-types"
import { RESOURCE_OF_FOLDER } from "../../../src/api/admin/stablecoin/guards"
import { logInWithRole, offeredPermissions } from "../../setup/admin/roles"
import { allRoutes, type Route } from "../../setup/routes/routes"
import { writeRefundDue } from "../../setup/store/refund-due"
import { storeTest } from "../../setup/store/store"
import type { TestStore } from "../../setup/store/test-store"

const RESOURCES = [...new Set(Object.values(RESOURCE_OF_FOLDER))]
const ROUTES = allRoutes().filter(({ path }) => path.startsWith("/admin/"))

/** Readable with any of our permissions. */
const SUMMARY = "/admin/stablecoin/summary"

const resourceOf = ({ path }: Route): StablecoinResource | undefined =>
  RESOURCE_OF_FOLDER[path.split("/")[3] ?? ""]

async function call(
  store: TestStore,
  token: string,
  { method, path }: Route,
  body: string | undefined = method === "GET" ? undefined : "{}"
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${store.url}${path.replace(/:\w+/g, "st_1")}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body,
  })
  const isJson = response.headers.get("content-type")?.includes("json")
  const answer: unknown = await (isJson ? response.json() : response.text())
  return { status: response.status, body: answer }
}

const OPTIONS = { env: { MEDUSA_FF_RBAC: "true" } }

storeTest((store) => {
  /** The status of each route, by method and path. */
  const answers = async (token: string): Promise<Record<string, number>> => {
    const found: Record<string, number> = {}
    for (const route of ROUTES) {
      const { status } = await call(store, token, route)
      found[`${route.method} ${route.path}`] = status
    }
    return found
  }
  const refused = async (token: string): Promise<string[]> =>
    Object.entries(await answers(token))
      .filter(([, status]) => status === 403)
      .map(([route]) => route)
  const named = (routes: Route[]): string[] =>
    routes.map(({ method, path }) => `${method} ${path}`)
  const read = async (token: string, path: string): Promise<unknown> =>
    (await call(store, token, { method: "GET", path })).body

  it("every folder of admin routes has a resource", () => {
    const without = ROUTES.filter((route) => !resourceOf(route))

    expect(named(without)).toEqual([`GET ${SUMMARY}`])
  })

  it("the role editor offers to read and to update each resource", async () => {
    const offered = await offeredPermissions(store.container, RESOURCES)

    expect(offered.sort()).toEqual(
      RESOURCES.flatMap((each) => [`${each}:read`, `${each}:update`]).sort()
    )
  })

  it("a user without a role reads nothing and changes nothing", async () => {
    const token = await logInWithRole(store, "none", [])
    const before = await store.readLedger()

    expect(await refused(token)).toEqual(named(ROUTES))
    expect(await store.readLedger()).toEqual(before)
  })

  it.each(RESOURCES)(
    "%s: its reader reads nothing else and changes nothing",
    async (resource) => {
      const token = await logInWithRole(store, resource, [`${resource}:read`])
      const before = await store.readLedger()

      const granted = ROUTES.filter(
        (route) =>
          route.path === SUMMARY ||
          (route.method === "GET" && resourceOf(route) === resource)
      )
      expect(await refused(token)).toEqual(
        named(ROUTES.filter((route) => !granted.includes(route)))
      )
      expect(await store.readLedger()).toEqual(before)
    }
  )

  it("a reader of all resources reads every route, and changes nothing", async () => {
    const token = await logInWithRole(
      store,
      "reader",
      RESOURCES.map((each) => `${each}:read` as const)
    )
    const before = await store.readLedger()

    const found = await answers(token)
    for (const route of ROUTES) {
      const status = found[`${route.method} ${route.path}`]
      const expected =
        route.method !== "GET" ? 403 : /:\w+/.test(route.path) ? 404 : 200
      expect([route, status]).toEqual([route, expected])
    }
    expect(await store.readLedger()).toEqual(before)
  })

  it("a role with all permissions may use every route", async () => {
    const token = await logInWithRole(
      store,
      "all",
      RESOURCES.flatMap((each) => [`${each}:read`, `${each}:update`] as const)
    )

    expect(await refused(token)).toEqual([])
  })

  it("an order's panel and the summary omit what the role may not read", async () => {
    const { id } = await store.buy("onchain")
    await writeRefundDue(store, id, "a broken cup")
    const { order_id } = await store.readPayment(id)
    const panel = `/admin/stablecoin/orders/${String(order_id)}`
    const payments = await logInWithRole(store, "payments", [
      "stablecoin_payment:read",
    ])
    const refunds = await logInWithRole(store, "refunds", [
      "stablecoin_payment:read",
      "stablecoin_refund:read",
    ])

    expect(await read(payments, panel)).toMatchObject({
      payments: [{ id }],
      refunds: null,
      exceptions: null,
    })
    expect(await read(refunds, panel)).toMatchObject({
      payments: [{ id }],
      refunds: [{ payment_id: id }],
      exceptions: null,
    })
    expect(await read(payments, SUMMARY)).toEqual({
      summary: { open_exceptions: null, refunds_due: null, test_rails: [] },
    })
    expect(await read(refunds, SUMMARY)).toEqual({
      summary: { open_exceptions: null, refunds_due: 1, test_rails: [] },
    })
  })

  it("an exception shows the money that it names, and no other, to a role that resolves exceptions", async () => {
    const token = await logInWithRole(store, "exceptions", [
      "stablecoin_exception:read",
      "stablecoin_exception:update",
    ])
    const { id } = await store.openPayment("onchain")
    const other = await store.openPayment("onchain")
    for (const orderNo of [id, other.id]) {
      const wrong = { amount: 1 }
      store.sandbox.trigger(PAID_EVENTS.onchain, { orderNo }, wrong)
    }
    await store.settled()
    const { id: exception_id } = await store
      .db("stablecoin_exception")
      .where({ payment_id: id })
      .first()
    const path = `/admin/stablecoin/exceptions/${exception_id}`

    const { exception } = (await read(token, path)) as {
      exception: AdminExceptionDetail
    }

    expect(exception).toMatchObject({
      payment: { amount: "12.50", mode: "test" },
      deposit: { payment_id: id, amount: "1.00", unallocated: "1.00" },
    })
    expect(JSON.stringify(exception)).not.toContain(other.id)
    const resolved = await call(
      store,
      token,
      { method: "POST", path: `${path}/resolve` },
      JSON.stringify({ action: "refund", note: "Too little.", held: "1.00" })
    )
    expect(resolved).toMatchObject({
      status: 200,
      body: { refund: { payment_id: id, amount: "1.00" } },
    })
    for (const list of ["payments", "deposits", "refunds"]) {
      const route = { method: "GET", path: `/admin/stablecoin/${list}` }
      expect((await call(store, token, route)).status).toBe(403)
    }
  })

  it("a role's permissions on a real payment are exactly those granted", async () => {
    const { id } = await store.openPayment("onchain")
    const path = `/admin/stablecoin/payments/${id}/cancel`
    const reader = await logInWithRole(store, "payment_reader", [
      "stablecoin_payment:read",
    ])
    const user = await logInWithRole(store, "user", [
      "stablecoin_payment:update",
    ])
    const cancel = { method: "POST", path }

    expect((await call(store, reader, cancel)).status).toBe(403)
    expect(await statusOf(id)).toBe("pending")
    expect((await call(store, user, cancel)).status).toBe(200)
    expect(await statusOf(id)).toBe("cancelled")
  })

  const statusOf = async (id: string): Promise<unknown> =>
    (await store.db("stablecoin_payment").where({ id }).first())?.status
}, OPTIONS)
