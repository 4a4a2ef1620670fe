import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"

const ROOT = join(__dirname, "../..")
const ENTRY = join(ROOT, "src/cli/index.ts")

it("runs as a separate process and ends cleanly on Ctrl-C and on SIGTERM", async () => {
  await Promise.all([endsOn("SIGINT"), endsOn("SIGTERM")])
  // Two Node processes compile TypeScript first, which takes time.
}, 60_000)

async function endsOn(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  const ports = ["merchant", "business", "control", "rpc"].map(
    (api) => `--${api}-port=0`
  )
  const child = spawn(
    process.execPath,
    ["--import=tsx", ENTRY, "sandbox", "--json", ...ports],
    { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] }
  )
  const exited = once(child, "exit")
  const [chunk] = (await once(child.stdout, "data")) as [Buffer]
  const { urls } = JSON.parse(chunk.toString()) as {
    urls: { control: string }
  }
  expect((await fetch(`${urls.control}/state`)).status).toBe(200)
  child.kill(signal)
  expect(await exited).toEqual([0, null])
  await expect(fetch(`${urls.control}/state`)).rejects.toThrow()
}

describe("in a store that has not installed the sandbox's packages", () => {
  const folder = mkdtempSync(join(tmpdir(), "without-packages-"))
  const hook = join(folder, "hide.cjs")
  beforeAll(() => {
    writeFileSync(
      hook,
      `const Module = require("node:module")
const resolve = Module._resolveFilename
Module._resolveFilename = function (name, ...rest) {
  if (/^(hono|@hono\\/node-server|qrcode-generator)(\\/|$)/.test(name)) {
    throw Object.assign(new Error("Cannot find module " + name), { code: "MODULE_NOT_FOUND" })
  }
  return resolve.call(this, name, ...rest)
}
`
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  async function node(...args: string[]) {
    const child = spawn(
      process.execPath,
      ["--import=tsx", `--require=${hook}`, ...args],
      { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] }
    )
    const [[code], out, err] = await Promise.all([
      once(child, "exit"),
      text(child.stdout),
      text(child.stderr),
    ])
    return { code: code as number, out, err }
  }

  const INSTALL =
    "npm install --save-dev @hono/node-server@1 hono@4 qrcode-generator@2"

  it.each([
    ["the command", [ENTRY, "sandbox", "--json"]],
    [
      "the programmatic entry",
      [
        "--eval",
        `require("./src/sandbox").createSandbox().catch(({ name, message }) => { console.error(name + ": " + message); process.exit(1) })`,
      ],
    ],
  ])(
    "%s prints in one line what to install",
    async (_, args) => {
      const { code, out, err } = await node(...args)
      expect({ code, out }).toEqual({ code: 1, out: "" })
      expect(err).toContain(INSTALL)
      expect(err.trim().split("\n")).toHaveLength(1)
    },
    60_000
  )

  it.each([
    [["--help"], 0, "doctor"],
    [["doctor", "--help"], 0, "Exit codes"],
    [["sandbox", "--help"], 0, "--merchant-port"],
    [["sandbox", "state", "--control", "http://127.0.0.1:9"], 1, "No sandbox"],
  ])(
    "%j works",
    async (args, code, message) => {
      const ended = await node(ENTRY, ...args)
      expect(ended.code).toBe(code)
      expect(ended.out + ended.err).toContain(message)
    },
    60_000
  )
})
