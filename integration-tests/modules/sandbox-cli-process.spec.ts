import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

const ROOT = join(__dirname, "../..")
const ENTRY = join(ROOT, "packages/sandbox/src/cli/index.ts")

it("runs as a separate process and ends cleanly on Ctrl-C and on SIGTERM", async () => {
  await Promise.all([endsOn("SIGINT"), endsOn("SIGTERM")])
  // Two Node processes compile TypeScript first, which takes time.
}, 60_000)

async function endsOn(signal: "SIGINT" | "SIGTERM"): Promise<void> {
  const ports = ["merchant", "business", "control", "rpc", "rates"].map(
    (api) => `--${api}-port=0`
  )
  const child = spawn(
    process.execPath,
    ["--import=tsx", ENTRY, "--json", ...ports],
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
