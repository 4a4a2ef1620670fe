import { Hono, type Context } from "hono"
import { jsonBody } from "../http/json-body"
import { readBody } from "../http/read-body"
import type { ApiEnv } from "../http/recorder"
import { Refusal } from "../http/refusal"
import { SandboxError } from "../sandbox-error"
import type { Sandbox } from "../sandbox"
import { guard } from "./guard"
import { ACTIONS, isRead } from "./actions"

/** The control address: the sandbox's programmatic API over HTTP and JSON. */
export function controlServer(sandbox: Sandbox, host: string): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.use(guard(host))
  for (const [name, { run }] of Object.entries(ACTIONS)) {
    app.post(`/${name}`, async (c) =>
      c.json((await run(sandbox, await body(c))) as object)
    )
    if (isRead(name)) {
      app.get(`/${name}`, async (c) =>
        c.json((await run(sandbox, c.req.query())) as object)
      )
    }
  }
  app.get("/", (c) =>
    c.json(
      Object.fromEntries(
        Object.entries(ACTIONS).map(([name, { help }]) => [name, help])
      )
    )
  )
  app.notFound((c) =>
    c.json({ error: "There is no such action. GET / lists them." }, 404)
  )
  app.onError((error, c) => {
    if (error instanceof SandboxError) {
      return c.json({ error: error.message }, error.status)
    }
    if (error instanceof Refusal) {
      return c.json({ error: error.message }, error.status, error.headers)
    }
    return c.json({ error: `The sandbox failed: ${error.message}` }, 500)
  })
  return app
}

/** The fields of a request's JSON body. An absent body has none. */
async function body(c: Context<ApiEnv>): Promise<object> {
  const raw = await readBody(c)
  // A web form cannot send JSON cross-origin without a preflight.
  return raw === "" ? {} : jsonBody(c, raw)
}
