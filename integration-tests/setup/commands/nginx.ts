import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { delimiter, join } from "node:path"

/** Debian installs nginx where only root looks. */
const FOLDERS = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"]

/** The path of an installed nginx, if any. */
export const NGINX = FOLDERS.map((folder) => join(folder, "nginx")).find(
  (path) => existsSync(path)
)

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]

export type RunningNginx = {
  /** Its log so far. */
  log(): string
  stop(): Promise<void>
}

/**
 * Runs an nginx in the foreground, whose files are in a folder.
 *
 * @param http its upstreams and servers
 */
export async function runNginx(
  folder: string,
  http: string
): Promise<RunningNginx> {
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`)
  const file = join(folder, "nginx.conf")
  await writeFile(
    file,
    `daemon off;
    pid ${folder}/nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${paths.join("\n")}
      ${http}
    }`
  )
  const child = spawn(String(NGINX), ["-e", "stderr", "-c", file], {
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
