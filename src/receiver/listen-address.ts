import cluster from "node:cluster"

/** See sd_listen_fds(3). */
const FIRST_DESCRIPTOR = 3

/** `fd`: a socket that listens already. */
export type ListenAddress = { host: string; port: number } | { fd: number }

/**
 * Returns the socket that systemd passed to this process, or to the one whose
 * cluster it belongs to; null without one.
 */
export function socketOfSystemd(env: NodeJS.ProcessEnv): { fd: number } | null {
  const owner = cluster.isWorker ? process.ppid : process.pid
  return env.LISTEN_PID === String(owner) && env.LISTEN_FDS === "1"
    ? { fd: FIRST_DESCRIPTOR }
    : null
}
