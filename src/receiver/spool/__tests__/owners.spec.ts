import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { readdirSync, renameSync } from "node:fs"
import { mkdir, readdir, rename, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { waitFor } from "../../../../harness/wait-for"
import { Spool } from "../spool"
import { SpoolFolder } from "../spool-folder"
import { append, database, filesOf, numbers, withFolder } from "./support"

const FIXTURE = join(__dirname, "fixtures/spool-process.ts")
const GB = 1024 * 1024 * 1024

const children: ChildProcess[] = []
const spools: Spool[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    await kill(child)
  }
  await Promise.all(spools.splice(0).map((spool) => spool.close()))
})

async function open(folder: string): Promise<Spool> {
  const spool = await Spool.open({ folder, maxBytes: GB })
  spools.push(spool)
  return spool
}

/** Starts a process, and resolves to its answer. */
async function start(folder: string, task: string, ...all: number[]) {
  const args = [folder, task, String(all[0] ?? 0), String(all.length)]
  const child = fork(FIXTURE, args, { execArgv: ["--import=tsx"] })
  children.push(child)
  const [answer] = (await once(child, "message")) as unknown[]
  return { child, answer }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL")
    await once(child, "exit")
  }
}

async function drained(spool: Spool): Promise<number[]> {
  const { stored, store } = database()
  await spool.drain(store)
  return stored
}

describe("a folder of the spool", () => {
  it("is taken over when its process was killed, also by one that runs", () =>
    withFolder(async (folder) => {
      const spool = await open(folder)
      const { child } = await start(folder, "append", ...numbers(100))
      await spool.adopt()
      expect(spool.isEmpty).toBe(true)
      await kill(child)
      await spool.adopt()
      await spool.count()
      expect(spool.status.webhooks).toBe(100)
      await append(spool, 100)
      expect(await drained(spool)).toEqual(numbers(101))
      await spool.close()
      expect(await readdir(folder)).toEqual([])
    }))

  it("has every webhook that was answered before its process was killed", () =>
    withFolder(async (folder) => {
      const { child } = await start(folder, "stream")
      const answered: number[] = []
      child.on("message", (number) => answered.push(Number(number)))
      await waitFor("many webhooks", async () => answered.length > 300)
      await kill(child)
      const stored = await drained(await open(folder))
      expect(answered.filter((number) => !stored.includes(number))).toEqual([])
    }))

  it("is left alone while its process is stopped, however often it is checked", () =>
    withFolder(async (folder) => {
      const { child } = await start(folder, "append", 1)
      child.kill("SIGSTOP")
      const spool = await open(folder)
      // More than the connections that wait for a process.
      for (let check = 0; check < 600; check += 1) {
        await spool.adopt()
      }
      expect(spool.isEmpty).toBe(true)
      await kill(child)
      await spool.adopt()
      expect(await drained(spool)).toEqual([1])
    }))

  it("belongs to a worker of a cluster, not to its primary", () =>
    withFolder(async (folder) => {
      const { child, answer } = await start(folder, "cluster", 1)
      const worker = Number(answer)
      process.kill(worker, "SIGSTOP")
      await kill(child)
      const spool = await open(folder)
      try {
        expect(spool.isEmpty).toBe(true)
      } finally {
        process.kill(worker, "SIGKILL")
      }
      await waitFor("the spool of the killed process", async () => {
        await spool.adopt()
        return !spool.isEmpty
      })
      expect(await drained(spool)).toEqual([1])
    }))

  it("is taken over by one process, and each claims its own, when many start at once", () =>
    withFolder(async (folder) => {
      const { child } = await start(folder, "append", ...numbers(50))
      await kill(child)
      const answers = await Promise.all(
        numbers(4).map(async () => (await start(folder, "drain")).answer)
      )
      expect(answers.flat().sort((a, b) => Number(a) - Number(b))).toEqual(
        numbers(50)
      )
      expect(await readdir(folder)).toEqual([])
    }))

  it("is claimed by each of many at once, while each takes what is dead", () =>
    withFolder(async (folder) => {
      const all = await Promise.all(numbers(20).map(() => open(folder)))
      await Promise.all(all.map((spool, number) => append(spool, number)))
      await Promise.all(all.map((spool) => spool.adopt()))
      expect(all.map(({ status }) => status.webhooks)).toEqual(all.map(() => 1))
      expect(await readdir(folder)).toHaveLength(20)
    }))
})

describe("an adoption that was not finished", () => {
  /** Kills an owner, and moves its folder into that of another killed one. */
  async function nested(folder: string): Promise<[string, string]> {
    const { child: first } = await start(folder, "append", 1)
    const { child: second } = await start(folder, "append", 2)
    await kill(first)
    await kill(second)
    const [inner = "", outer = ""] = (await readdir(folder)).sort()
    await rename(join(folder, inner), join(folder, outer, inner))
    return [inner, outer]
  }

  it("is finished by the next process, the oldest webhook first", () =>
    withFolder(async (folder) => {
      await nested(folder)
      const spool = await open(folder)
      await spool.count()
      expect(spool.status.webhooks).toBe(2)
      expect(await drained(spool)).toEqual([1, 2])
      await spool.close()
      expect(await readdir(folder)).toEqual([])
    }))

  it("is finished when some files were moved already", () =>
    withFolder(async (folder) => {
      const [inner, outer] = await nested(folder)
      const [path = ""] = await filesOf(join(folder, outer, inner))
      const name = path.split("/").at(-1) ?? ""
      await rename(path, join(folder, outer, name))
      await writeFile(join(folder, outer, "notes.txt"), "unknown")
      const spool = await open(folder)
      expect(await drained(spool)).toEqual([1, 2])
      await spool.close()
      const [notes] = await filesOf(folder)
      expect(notes).toMatch(/damaged\/.*notes\.txt$/)
    }))

  it("never keeps a process from claiming, and is removed", () =>
    withFolder(async (folder) => {
      const name = "01ARZ3NDEKTSV4RRFFQ69G5FAV.new"
      await mkdir(join(folder, name))
      const server = createServer()
      server.listen(join(folder, "socket"))
      await once(server, "listening")
      await rename(join(folder, "socket"), join(folder, name, "owner.sock"))
      const spool = await open(folder)
      expect(await readdir(folder)).toContain(name)
      server.close()
      await once(server, "close")
      await spool.adopt()
      expect(await readdir(folder)).not.toContain(name)
    }))

  it("claims another folder when its unclaimed one was taken", () =>
    withFolder(async (folder) => {
      const taken: string[] = []
      const claims = numbers(10).map(() => SpoolFolder.claim(folder))
      while (taken.length === 0) {
        await new Promise((resolve) => setImmediate(resolve))
        for (const name of readdirSync(folder)) {
          if (name.endsWith(".new")) {
            renameSync(join(folder, name), join(folder, `taken-${name}`))
            taken.push(name)
          }
        }
      }
      const claimed = await Promise.all(claims)
      for (const each of claimed) {
        expect(await each.isDeleted()).toBe(false)
        await each.release()
      }
      expect(await readdir(folder)).toHaveLength(taken.length)
    }))
})

describe("a disk that takes no more bytes", () => {
  it("rejects that webhook alone, and takes others after a drain", () =>
    withFolder(async (folder) => {
      const args = ["-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath]
      const child = fork(FIXTURE, [folder, "limit"], {
        execPath: "/bin/sh",
        execArgv: [...args, "--import=tsx"],
        env: { ...process.env, TSX_DISABLE_CACHE: "1" },
      })
      children.push(child)
      const [answer] = (await once(child, "message")) as [
        { code: string; kept: number[]; stored: number[] },
      ]
      expect(answer.code).toContain("EFBIG")
      expect(answer.kept.length).toBeGreaterThan(100)
      expect(answer.stored).toEqual([...answer.kept, -1])
      expect(await readdir(folder)).toEqual([])
    }))
})
