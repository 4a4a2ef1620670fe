import { createApiKeysWorkflow } from "@medusajs/medusa/core-flows"
import { Admin } from "../setup/admin/admin"
import { allRoutes } from "../setup/routes/routes"
import { storeTest } from "../setup/store/store"

const ROUTES = allRoutes().filter(
  ({ method, path }) => path.startsWith("/admin/") && method !== "GET"
)

/** Default of medusa-config.ts when the environment sets no other. */
const ADMIN_CORS = "http://localhost:9000"
const SIBLING = "https://blog.shop.example"
const JSON_TYPE = { "content-type": "application/json" }

/** Parsed as a form, this is a valid change of settings. */
const FORM = new URLSearchParams({
  version: "0",
  "hosted[client_id]": "test_attacker",
  "hosted[client_secret]": "attacker",
  "confirm[]": "unverified",
  note: "x",
  action: "close",
})

type Body = RequestInit["body"]

function multipart(): FormData {
  const form = new FormData()
  form.set("note", "x")
  return form
}

storeTest((store) => {
  const admin = Admin.enrolled(store)
  let cookie = ""
  beforeEach(async () => {
    cookie = await admin.openSession()
  })

  const send = async (
    { method, path }: { method: string; path: string },
    headers: Record<string, string>,
    body?: Body
  ) => {
    const url = `${store.url}${path.replace(/:\w+/g, "st_1")}`
    const response = await fetch(url, {
      method,
      headers: { cookie, ...headers },
      body,
    })
    const { message } = (await response.json()) as { message?: string }
    return { status: response.status, message }
  }

  it("every route that changes something rejects forms and plain text, even from a logged-in admin", async () => {
    expect(ROUTES.length).toBeGreaterThanOrEqual(8)
    const before = await store.readLedger()
    const bodies: [headers: Record<string, string>, body?: () => Body][] = [
      [{}, () => FORM],
      [{}, multipart],
      [{ "content-type": "text/plain" }, () => '{"note":"x"}'],
      [{ "content-type": "text/plain; x=application/json" }, () => "{}"],
      [{}],
    ]
    for (const route of ROUTES) {
      for (const [headers, body] of bodies) {
        const answer = await send(route, headers, body?.())
        expect({ ...route, ...answer }).toMatchObject({
          ...route,
          status: 415,
          message: expect.stringContaining("content-type: application/json"),
        })
      }
    }
    expect(await store.readLedger()).toEqual(before)
  })

  it("every route that changes something lets no script of another site send JSON", async () => {
    const { host } = new URL(store.url)
    for (const { method, path } of ROUTES) {
      for (const [origin, allowed] of [
        [SIBLING, null],
        ["null", null],
        [`http://${host}.shop.example`, null],
        [ADMIN_CORS, ADMIN_CORS],
      ] as const) {
        const { headers } = await fetch(
          `${store.url}${path.replace(/:\w+/g, "st_1")}`,
          {
            method: "OPTIONS",
            headers: {
              origin,
              "access-control-request-method": method,
              "access-control-request-headers": "content-type",
            },
          }
        )
        const found = headers.get("access-control-allow-origin")
        expect([method, path, origin, found]).toEqual([
          method,
          path,
          origin,
          allowed,
        ])
      }
    }
  })

  it("cancels by a JSON content type without a body", async () => {
    const { id } = await store.openPayment("onchain")
    const path = `/admin/stablecoin/payments/${id}/cancel`

    expect((await send({ method: "POST", path }, {})).status).toBe(415)
    const { status } = await send(
      { method: "POST", path },
      { "content-type": "Application/JSON; charset=utf-8" }
    )

    expect(status).toBe(200)
    const row = await store.db("stablecoin_payment").where({ id }).first()
    expect(row?.status).toBe("cancelled")
  })

  it("accepts a secret API key", async () => {
    const { id } = await store.openPayment("onchain")
    const {
      result: [key],
    } = await createApiKeysWorkflow(store.container).run({
      input: {
        api_keys: [{ title: "Back office", type: "secret", created_by: "" }],
      },
    })

    const { status } = await send(
      { method: "POST", path: `/admin/stablecoin/payments/${id}/sync` },
      {
        ...JSON_TYPE,
        cookie: "",
        authorization: `Basic ${btoa(`${key!.token}:`)}`,
      },
      "{}"
    )

    expect(status).toBe(200)
  })
})
