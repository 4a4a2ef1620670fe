import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { TSX } from "../../../../harness/tsx"
import { waitFor } from "../../../../harness/wait-for"
import { withFolder } from "../../spool/__tests__/support"

const FIXTURE = join(__dirname, "fixtures/processes.ts")

/** Each starts several processes, which compile their code. */
vi.setConfig({ testTimeout: 60_000 })

type Bench = {
  folder: string
  starting: ChildProcess
  log: string[]
  /** All processes that were started so far. */
  started(): Promise<number[]>
  /** Resolves when a line was logged this often. */
  logged(text: string, times?: number): Promise<void>
}

async function withProcesses(
  test: (bench: Bench) => Promise<void>
): Promise<void> {
  await withFolder(async (folder) => {
    const starting = spawn(process.execPath, [...TSX, FIXTURE, folder], {
      // The leader of a group, with all that it starts.
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    })
    const log: string[] = []
    createInterface(starting.stdout!).on("line", (line) => log.push(line))
    const exited = once(starting, "exit")
    const logged = async (text: string, times = 1): Promise<void> => {
      await waitFor(text, async () => {
        expect(starting).toMatchObject({ exitCode: null, signalCode: null })
        return log.filter((line) => line.includes(text)).length >= times
      })
    }
    const started = async (): Promise<number[]> => await pidsOf(folder)
    try {
      await logged("started")
      await test({ folder, starting, log, started, logged })
    } finally {
      if (starting.exitCode === null && starting.signalCode === null) {
        process.kill(-starting.pid!, "SIGKILL")
      }
      await exited
    }
  })
}

async function pidsOf(folder: string, file = "processes"): Promise<number[]> {
  const text = await readFile(join(folder, file), "utf8").catch(() => "")
  return text.split("\n").filter(Boolean).map(Number)
}

/** The processes that run. */
async function runningIn({ pid }: ChildProcess): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
  return children.trim().split(" ").filter(Boolean).map(Number)
}

it("runs no more processes after one died during a restart", async () => {
  await withProcesses(async ({ folder, starting, started, logged }) => {
    const [first = 0, second = 0] = await started()
    await writeFile(join(folder, "late"), "")
    starting.kill("SIGHUP")
    await waitFor("the third", async () => (await started()).length === 3)
    process.kill(first, "SIGKILL")
    process.kill(second, "SIGKILL")
    await logged("died", 2)
    await rm(join(folder, "late"))
    await logged("All processes were restarted.")
    // Dead processes are replaced in order: the last one comes after all others.
    const [last = 0] = await runningIn(starting)
    process.kill(last, "SIGKILL")
    await logged("died", 3)
    await logged("was replaced")
    await waitFor(
      "two processes",
      async () => (await runningIn(starting)).length === 2
    )
    expect(await started()).toHaveLength(5)
  })
})

it("ends a process that does not end, and goes on with the restart", async () => {
  await withProcesses(async ({ folder, starting, started, logged }) => {
    const before = await started()
    await writeFile(join(folder, "stuck"), "")
    starting.kill("SIGHUP")
    await logged("did not end")
    await logged("All processes were restarted.")
    const after = await runningIn(starting)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
  })
})

it("gives up on a process that is never ready", async () => {
  await withProcesses(async ({ folder, starting, started, logged }) => {
    const before = await started()
    await writeFile(join(folder, "late"), "")
    starting.kill("SIGHUP")
    await logged("0 of 2 processes were restarted.")
    expect(new Set(await runningIn(starting))).toEqual(new Set(before))
  })
})

it("logs how many processes were restarted when a later one can't start", async () => {
  await withProcesses(async ({ folder, starting, started, logged }) => {
    const before = await started()
    await writeFile(join(folder, "broken"), "4")
    starting.kill("SIGHUP")
    await logged("1 of 2 processes were restarted.")
    const after = await runningIn(starting)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toHaveLength(1)
  })
})

it("ends without the process that it starts at the moment", async () => {
  await withProcesses(async ({ folder, starting, log, started }) => {
    await writeFile(join(folder, "late"), "")
    starting.kill("SIGHUP")
    await waitFor("the third", async () => (await started()).length === 3)
    const exited = once(starting, "exit")
    starting.kill("SIGTERM")
    expect(await exited).toEqual([0, null])
    expect(log).toEqual(["started"])
  })
})

it("goes on when a process leaves while metrics are read", async () => {
  await withProcesses(async ({ folder, starting, started }) => {
    const [first = 0, second = 0] = await started()
    process.kill(first, "SIGUSR1")
    for (let times = 1; times <= 3; times += 1) {
      process.kill(second, "SIGUSR2")
      await waitFor("the metrics", async () => {
        expect(starting.exitCode).toBeNull()
        return (await pidsOf(folder, "answers")).length === times
      })
    }
  })
})

it("goes on when metrics of another version can't be added up", async () => {
  await withProcesses(async ({ folder, starting, started, logged }) => {
    const [first = 0, second = 0] = await started()
    await writeFile(join(folder, "newer"), "")
    process.kill(first, "SIGUSR2")
    await logged("metrics could not be collected")
    // The process that reads them does not wait for its timeout.
    await waitFor(
      "the failure",
      async () => (await pidsOf(folder, "answers")).length === 1
    )
    process.kill(second, "SIGKILL")
    await logged("was replaced")
    expect(starting.exitCode).toBeNull()
  })
})
