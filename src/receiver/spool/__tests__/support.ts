import { type FileHandle, mkdtemp, open, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SpooledWebhook } from "../record"
import type { Spool } from "../spool"

export async function withFolder(
  test: (folder: string) => Promise<void>
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "spool-spec-"))
  try {
    await test(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function webhook(number: number, bytes = 0): SpooledWebhook {
  return {
    rail: "onchain",
    body: Buffer.from(String(number).padEnd(bytes)),
    signed_for: [],
    received_at: "2030-01-01T00:00:00.000Z",
  }
}

export function numberOf({ body }: SpooledWebhook): number {
  return Number(body.toString())
}

export function numbers(count: number, from = 0): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

export async function append(spool: Spool, ...all: number[]): Promise<void> {
  await Promise.all(all.map((number) => spool.append(webhook(number))))
}

/** A database that takes all it is given but some, unless it is away. */
export function database(rejected: readonly number[] = []) {
  const stored: number[] = []
  const state = { isAway: false }
  return {
    stored,
    state,
    store: (
      webhooks: readonly SpooledWebhook[]
    ): Promise<PromiseSettledResult<unknown>[]> => {
      if (state.isAway) {
        return Promise.reject(new Error("The database is away."))
      }
      const answers = webhooks.map(numberOf).map(async (number) => {
        if (rejected.includes(number)) {
          throw new Error("Rejected.")
        }
        stored.push(number)
      })
      return Promise.allSettled(answers)
    },
  }
}

/** All files below a folder, without sockets. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** The methods of every open file. */
export async function handlePrototype(): Promise<FileHandle> {
  const file = await open(__filename)
  await file.close()
  return Object.getPrototypeOf(file) as FileHandle
}
