import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import {
  sign,
  SIGNATURE_HEADERS,
  WEBHOOK_PATHS,
} from "../../harness/gateway/webhooks"
import { TSX } from "../../harness/tsx"
import { waitFor } from "../../harness/wait-for"
import type { ReceiverProcess } from "../setup/gateway/receiver-process"
import {
  ENV,
  newBody,
  type ReceiverBench,
  receiverTest,
  SECRETS,
} from "../setup/gateway/receiver-test"
import { type SentWebhook, WebhookLoad } from "../setup/gateway/webhook-load"

/** Webhooks sent before, between and after restarts. */
const SENT = 100

async function moreSent(sending: WebhookLoad): Promise<void> {
  const until = sending.sent.length + SENT
  await waitFor("webhooks", async () => sending.sent.length >= until)
}

/** The processes of a receiver. */
async function processesOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
  return children.trim().split(" ").map(Number)
}

/** The number of webhooks that the receiver counted as accepted. */
async function acceptedBy(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const counts = text.matchAll(
    /^stablecoin_webhook_received_total\{.*outcome="accepted".*\} (\d+)$/gm
  )
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

const failed = (sent: readonly SentWebhook[]): SentWebhook[] =>
  sent.filter(({ result }) => result !== 200)

receiverTest((bench) => {
  let load: WebhookLoad | undefined
  afterEach(async () => {
    await load?.end()
    load = undefined
  })

  const start = async (): Promise<ReceiverProcess> =>
    await bench.start({ options: ["--processes", "2"] })

  const sendTo = (url: string): WebhookLoad =>
    (load = new WebhookLoad({
      url,
      path: WEBHOOK_PATHS.onchain[0],
      next: () => {
        const body = newBody("onchain")
        const signature = sign(body, SECRETS.onchain)
        return { body, headers: { [SIGNATURE_HEADERS.onchain]: signature } }
      },
    }))

  const expectAllStored = async (
    sent: readonly SentWebhook[]
  ): Promise<void> => {
    const stored = new Set(await bench.stored())
    expect(sent.filter(({ body }) => !stored.has(body))).toEqual([])
  }

  describe("a receiver of two processes", () => {
    it("answers every webhook while SIGHUP restarts it", async () => {
      const { url, pid, log } = await start()
      const before = await processesOf(pid)
      expect(before).toHaveLength(2)
      const sending = sendTo(url)
      await moreSent(sending)
      // To all of them, as `systemctl kill` does.
      for (const each of [pid, ...before]) {
        process.kill(each, "SIGHUP")
      }
      await waitFor("the restart", async () =>
        log.some((line) => line.includes("All processes were restarted."))
      )
      await moreSent(sending)
      const sent = await sending.end()
      expect(failed(sent)).toEqual([])
      await expectAllStored(sent)
      // The counts of the processes that ended are still there.
      expect(await acceptedBy(url)).toBe(sent.length)
      const after = await processesOf(pid)
      expect(after).toHaveLength(2)
      expect(after.filter((each) => before.includes(each))).toEqual([])
    })

    it("goes on when the new processes can't start", async () => {
      const { url, pid, log } = await start()
      const before = await processesOf(pid)
      await rm(bench.folder, { recursive: true })
      await writeFile(bench.folder, "This is not a folder.")
      const sending = sendTo(url)
      process.kill(pid, "SIGHUP")
      await waitFor("the failed restart", async () =>
        log.some((line) => line.includes("0 of 2 processes were restarted."))
      )
      await moreSent(sending)
      expect(failed(await sending.end())).toEqual([])
      expect(await processesOf(pid)).toEqual(before)
    })

    it("replaces a process that was killed, and loses nothing it answered", async () => {
      const { url, pid } = await start()
      const [killed] = await processesOf(pid)
      const sending = sendTo(url)
      await moreSent(sending)
      process.kill(killed!, "SIGKILL")
      await waitFor("the replacement", async () => {
        const processes = await processesOf(pid)
        return processes.length === 2 && !processes.includes(killed!)
      })
      await moreSent(sending)
      const sent = await sending.end()
      // Only requests that the killed process had in hand have no answer.
      expect(failed(sent).length).toBeLessThanOrEqual(8)
      await expectAllStored(sent.filter(({ result }) => result === 200))
    })

    it("finishes what it has in hand on SIGTERM, and leaves no file behind", async () => {
      const running = await start()
      const sending = sendTo(running.url)
      await moreSent(sending)
      expect(await running.end()).toBe(0)
      const sent = await sending.end()
      await expectAllStored(sent.filter(({ result }) => result === 200))
      // The other connections were refused: no request was read without an answer.
      const stored = new Set(await bench.stored())
      expect(failed(sent).filter(({ body }) => stored.has(body))).toEqual([])
      expect(await readdir(bench.folder, { recursive: true })).toEqual([])
    })

    it("exits with the reason when its processes can't start", async () => {
      await rm(bench.folder, { recursive: true })
      await writeFile(bench.folder, "This is not a folder.")
      await expect(start()).rejects.toThrow(/spool[^]*can't start/)
    })
  })

  describe("a receiver with a socket of systemd", () => {
    it("answers every webhook while its service restarts", async () => {
      const service = startService(bench)
      const lines = createInterface(service.stdout!)[Symbol.asyncIterator]()
      const started = async (): Promise<{ url: string; pid: number }> =>
        JSON.parse((await lines.next()).value as string) as never
      try {
        const { url, pid } = await started()
        const sending = sendTo(url)
        await moreSent(sending)
        process.kill(pid, "SIGTERM")
        expect((await started()).url).toBe(url)
        await moreSent(sending)
        const sent = await sending.end()
        expect(failed(sent)).toEqual([])
        await expectAllStored(sent)
      } finally {
        await endService(service)
      }
    })

    it("answers every webhook although each of its processes gets SIGTERM", async () => {
      const service = startService(bench, "--processes", "2")
      const lines = createInterface(service.stdout!)[Symbol.asyncIterator]()
      const started = async (): Promise<{ url: string; pid: number }> =>
        JSON.parse((await lines.next()).value as string) as never
      try {
        const { url, pid } = await started()
        const sending = sendTo(url)
        await moreSent(sending)
        process.kill(-service.pid!, "SIGTERM")
        const next = await started()
        expect(next.url).toBe(url)
        expect(next.pid).not.toBe(pid)
        await moreSent(sending)
        const sent = await sending.end()
        expect(failed(sent)).toEqual([])
        await expectAllStored(sent)
      } finally {
        await endService(service)
      }
    })

    it("receives webhooks again after all its processes were killed", async () => {
      const service = startService(bench, "--processes", "2")
      const lines = createInterface(service.stdout!)[Symbol.asyncIterator]()
      try {
        const line = (await lines.next()).value as string
        const { url, pid } = JSON.parse(line) as { url: string; pid: number }
        const killed = await processesOf(pid)
        killed.forEach((each) => process.kill(each, "SIGKILL"))
        const sending = sendTo(url)
        await waitFor("an answer", async () =>
          sending.sent.some(({ result }) => result === 200)
        )
        await expectAllStored(
          (await sending.end()).filter(({ result }) => result === 200)
        )
      } finally {
        await endService(service)
      }
    })
  })
})

/** Its process is the leader of a group, with the receiver in it. */
function startService(
  { databaseUrl, folder }: ReceiverBench,
  ...options: string[]
): ChildProcess {
  const unit = join(__dirname, "../setup/gateway/socket-unit.mjs")
  const command = [process.execPath, ...TSX, "src/cli/index.ts", "receive"]
  return spawn(
    process.execPath,
    [unit, ...command, "--spool", folder, "--json", ...options],
    {
      cwd: join(__dirname, "../.."),
      detached: true,
      env: { ...process.env, ...ENV, DATABASE_URL: databaseUrl },
      stdio: ["ignore", "pipe", "ignore"],
    }
  )
}

async function endService(service: ChildProcess): Promise<void> {
  const exited = once(service, "exit")
  process.kill(-service.pid!, "SIGKILL")
  await exited
}
