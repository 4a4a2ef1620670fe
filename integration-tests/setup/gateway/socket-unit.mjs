// Runs a command as systemd runs a service with a socket: this process listens,
// passes the socket on as descriptor 3, and starts the command again each time
// it ends. It accepts no connection itself, since `spawnSync` blocks it.
import { spawnSync } from "node:child_process"
import { createServer } from "node:net"

// systemd is outside of the service's group: a signal to the group is for the
// command alone.
process.on("SIGTERM", () => {})

const server = createServer().listen(0, "127.0.0.1", () => {
  // `$$` is the process id that the command keeps.
  const script = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
  const { fd } = server._handle
  for (;;) {
    const { status } = spawnSync(
      "sh",
      ["-c", script, "sh", ...process.argv.slice(2)],
      { stdio: ["ignore", "inherit", "inherit", fd] }
    )
    if (status === null) {
      process.exit(1)
    }
  }
})
