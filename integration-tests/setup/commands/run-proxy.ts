import { spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

/** Debian installs nginx where only root looks. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]

/** The path of an installed program, or null. */
export function pathOf(program: string): string | null {
  const paths = FOLDERS.map((folder) => join(folder, program))
  return paths.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A reverse proxy that runs in the foreground. */
export type RunningProxy = {
  /** Its log so far. */
  log(): string
  stop(): Promise<void>
}

/** @param home for files that it keeps between its runs */
export function runProxy(
  path: string,
  args: readonly string[],
  home: string
): RunningProxy {
  const child = spawn(path, args, {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let log = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (piece: Buffer) => (log += piece.toString()))
  }
  const kill = (): void => void child.kill()
  process.once("exit", kill)
  const exited = once(child, "exit")
  return {
    log: () => log,
    stop: async () => {
      process.off("exit", kill)
      kill()
      await exited
    },
  }
}
