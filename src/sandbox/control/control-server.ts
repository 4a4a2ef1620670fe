import { Hono } from "hono"
import type { ApiEnv } from "../http/recorder"
import { Refusal } from "../http/refusal"
import { SandboxError } from "../sandbox-error"
import type { Sandbox } from "../sandbox"
import { chainRoutes } from "./chain-routes"
import { guard } from "./guard"
import { inspectRoutes } from "./inspect-routes"
import { steerRoutes } from "./steer-routes"

/** The control address: the sandbox's programmatic API over HTTP and JSON. */
export function controlServer(sandbox: Sandbox, host: string): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  app.use(guard(host))
  app.route("/", inspectRoutes(sandbox))
  app.route("/", steerRoutes(sandbox))
  app.route("/", chainRoutes(sandbox))

  app.get("/", (c) =>
    c.json({
      routes: app.routes
        .filter(({ method }) => method !== "ALL")
        .map(({ method, path }) => `${method} ${path}`),
    })
  )
  app.notFound((c) =>
    c.json({ error: "There is no such route. GET / lists them." }, 404)
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
