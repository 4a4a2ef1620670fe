import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { createInterface, type Interface } from "node:readline"
import { pathToFileURL } from "node:url"
import { TSX } from "../../../tools/harness/tsx"
import { waitFor } from "../../../tools/harness/wait-for"
import {
  post,
  SECRETS,
  startTestReceiver,
  TestStore,
  useFolder,
} from "./support"

const CLI = join(__dirname, "../../cli/index.ts")
const KILL_AT = pathToFileURL(join(__dirname, "fixtures/kill-at.mjs")).href

const folder = useFolder()
const store = new TestStore()

beforeEach(async () => {
  store.bodies.length = 0
  await store.open()
  await store.close()
})
afterEach(() => store.close())

type Running = { url: string; child: ChildProcess; lines: Interface }

/** Starts the command, which dies at a step once it is armed. */
async function startKilledAt(step: string): Promise<Running> {
  const child = spawn(
    process.execPath,
    [...TSX, `--import=${KILL_AT}`, CLI, "receive", "--json"].concat(
      ["--store", store.url.href, "--port", "0"],
      ["--spool", folder.path]
    ),
    {
      env: {
        ...process.env,
        STABLECOIN_WEBHOOK_SECRETS: SECRETS.join(","),
        KILL_AT: step,
      },
      stdio: ["ignore", "pipe", "inherit"],
    }
  )
  const lines = createInterface({ input: child.stdout! })
  const [line] = (await once(lines, "line")) as [string]
  return { ...(JSON.parse(line) as { url: string }), child, lines }
}

async function arm({ child, lines }: Running): Promise<void> {
  const armed = once(lines, "line")
  child.kill("SIGUSR2")
  await armed
}

/** Another process sends what is left. @returns what the store has got */
async function sentByNext(): Promise<string[]> {
  await store.open()
  const receiver = await startTestReceiver(store.url, {
    folder: folder.path,
  })
  try {
    await waitFor("the spool to be empty", async () => {
      const names = await readdir(folder.path)
      return !names.some((name) => name.endsWith(".webhook"))
    })
    return store.bodies
  } finally {
    await receiver.close()
  }
}

it.each([
  ["before its file is made", "before-writeFile", false],
  ["in the middle of the file", "half-write", false],
  ["before the file is synced", "before-sync", false],
  ["before the file has its name", "before-rename", false],
  ["before the folder is synced", "before-sync:2", true],
  ["before the answer", "before-writeHead", true],
])(
  "killed %s, it has lost no webhook that was answered, and sends no half of one",
  async (_, step, isKept) => {
    const running = await startKilledAt(step)
    const [answered, unanswered] = ['{"number":1}', '{"number":2}'] as const
    expect((await post(running.url, answered)).status).toBe(200)
    await arm(running)
    await expect(post(running.url, unanswered)).rejects.toThrow()

    const sent = await sentByNext()
    expect(sent.toSorted()).toEqual(
      isKept ? [answered, unanswered] : [answered]
    )
  }
)

it.each(["before-rename", "after-rename"])(
  "killed while it hands a webhook over (%s), it leaves none behind",
  async (step) => {
    const running = await startKilledAt(step)
    const body = '{"number":1}'
    expect((await post(running.url, body)).status).toBe(200)
    await arm(running)
    const exited = once(running.child, "exit")
    await store.open()
    await exited
    await store.close()

    const sent = await sentByNext()
    expect(new Set(sent)).toEqual(new Set([body]))
  }
)
