#!/usr/bin/env node
import { runCli } from "./run"

const ended = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Once, so that a second Ctrl-C kills the process.
  process.once(signal, () => ended.abort())
}

void runCli(process.argv.slice(2), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  ended: ended.signal,
  env: process.env,
}).then((code) => {
  process.exitCode = code
})
