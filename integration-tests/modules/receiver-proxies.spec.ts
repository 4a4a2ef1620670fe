import { once } from "node:events"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../harness/free-port"
import { waitFor } from "../../harness/wait-for"
import { RAILS } from "../../src/ledger"
import { nginxArguments, nginxConfig } from "../setup/commands/nginx-config"
import {
  pathOf,
  runProxy,
  type RunningProxy,
} from "../setup/commands/run-proxy"
import { snippetOf } from "../setup/commands/snippets"
import { newBody, receiverTest, sendTo } from "../setup/gateway/receiver-test"

const PAGE = "docs/receiver.md"
/** The receiver's address in the snippets. */
const RECEIVER = "127.0.0.1:9100"
const STORE = "The store."
/** nginx writes a body of this size to a file before it passes it on. */
const LARGE = "ñ\\u00f1 / ".repeat(5_000)

type Site = { port: number; snippet: string; store: string; folder: string }

const PROXIES = [
  {
    program: "nginx",
    info: "nginx",
    config: ({ port, snippet, store, folder }: Site) =>
      nginxConfig(
        folder,
        `server {
          listen 127.0.0.1:${port};
          ${snippet}
          location / {
            proxy_pass http://${store};
          }
        }`
      ),
    args: nginxArguments,
  },
  {
    program: "caddy",
    info: "caddyfile",
    config: ({ port, snippet, store }: Site) => `
      {
        admin off
        auto_https off
      }
      http://127.0.0.1:${port} {
        ${snippet}
        reverse_proxy ${store}
      }`,
    args: (file: string) => ["run", "--adapter", "caddyfile", "--config", file],
  },
].map((proxy) => ({ ...proxy, path: pathOf(proxy.program) }))

type Proxy = (typeof PROXIES)[number]

for (const { program, path } of PROXIES) {
  if (!path && process.env.CI !== "true") {
    process.stderr.write(
      `${PAGE}: there is no ${program} to run its snippet with.\n`
    )
  }
}

receiverTest((bench) => {
  let store: Server
  let folder: string
  let proxy: RunningProxy | undefined

  beforeAll(async () => {
    store = createServer((_, response) => response.end(STORE))
    await once(store.listen(0, "127.0.0.1"), "listening")
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-proxy-"))
    // Root's nginx answers as another user.
    await chmod(folder, 0o755)
  })
  afterEach(async () => {
    await proxy?.stop()
    proxy = undefined
    await rm(folder, { recursive: true, force: true })
  })
  afterAll(() => {
    store?.closeAllConnections()
    store?.close()
  })

  const hostOf = (server: Server): string =>
    `127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Whether the store answers at a path of the proxy. */
  const storeAnswers = async (url: string, at: string): Promise<boolean> =>
    (await (await fetch(`${url}${at}`)).text()) === STORE

  /** Runs a proxy with its snippet. @returns its address */
  async function start(
    { program, info, config, args, path }: Proxy,
    receiver: string
  ): Promise<string> {
    if (!path) {
      throw new Error(`There is no ${program}. .ci/run installs it.`)
    }
    const port = await freePort()
    const file = join(folder, "proxy.conf")
    const snippet = snippetOf(PAGE, info)
    expect(snippet).toContain(RECEIVER)
    const site = {
      port,
      folder,
      snippet: snippet.replaceAll(RECEIVER, receiver),
      store: hostOf(store),
    }
    await writeFile(file, config(site))
    const running = (proxy = runProxy(path, args(file), folder))
    const url = `http://127.0.0.1:${port}`
    await waitFor(
      `${program} to answer`,
      async () => await storeAnswers(url, "/store/carts").catch(() => false),
      { timeoutMs: 20_000 }
    ).catch((error) => {
      throw new Error(running.log(), { cause: error })
    })
    return url
  }

  describe.each(PROXIES)("the snippet of $program", (each) => {
    const isSkipped = !each.path && process.env.CI !== "true"

    it.skipIf(isSkipped)(
      "opens a connection for each webhook, since a restart may close one that is kept",
      async () => {
        let connections = 0
        const receiver = createServer((request, response) => {
          request.resume().once("end", () => response.end("{}"))
        }).on("connection", () => (connections += 1))
        await once(receiver.listen(0, "127.0.0.1"), "listening")
        try {
          const url = await start(each, hostOf(receiver))
          for (let sent = 1; sent <= 5; sent += 1) {
            const { status } = await sendTo({ url }, "hosted", "{}")
            expect({ status, connections }).toEqual({
              status: 200,
              connections: sent,
            })
          }
        } finally {
          receiver.closeAllConnections()
          receiver.close()
        }
      }
    )

    it.skipIf(isSkipped)(
      "sends /hooks/ to the receiver as it is, and all else to the store",
      async () => {
        const receiver = await bench.start()
        const url = await start(each, new URL(receiver.url).host)
        for (const rail of RAILS) {
          for (const text of ["", LARGE]) {
            // Blanks that a parser would drop are signed as well.
            const body = `${newBody(rail, text)} \r\n\t`
            const { status, body: answer } = await sendTo({ url }, rail, body)
            expect([status, answer]).toEqual([200, { received: true }])
            expect(await bench.stored()).toContain(body)
          }
        }
        const forged = await sendTo({ url }, "hosted", newBody("hosted"), "x")
        expect(forged.status).toBe(401)
        for (const other of [
          "/",
          "/health",
          "/app",
          "/admin/hooks/",
          "/hook",
        ]) {
          const answer = await storeAnswers(url, other)
          expect([other, answer]).toEqual([other, true])
        }
        const isStore = await storeAnswers(url, "/hooks/stablecoin/other")
        expect(isStore).toBe(false)
      }
    )
  })
})
