/**
 * Kills its process at a step, as a power cut would. Preloaded with `--import`.
 * KILL_AT is the name of the step and how often it is reached, such as
 * `before-sync:3`.
 */
import promises from "node:fs/promises"
import http from "node:http"
import pg from "pg"

const [step = "", count = "1"] = (process.env.KILL_AT ?? "").split(":")
let left = Number(count)

/** Whether this is the step, and it is reached for the last time. */
const isReached = (name) => name === step && (left -= 1) === 0

function die() {
  process.kill(process.pid, "SIGKILL")
}

function dieAt(name) {
  if (isReached(name)) {
    die()
  }
}

/** Reaches steps before and after an asynchronous method. */
function watch(owner, method, name, concerns = () => true) {
  const original = owner[method]
  owner[method] = async function (...args) {
    if (!concerns(...args)) {
      return await original.apply(this, args)
    }
    dieAt(`before-${name}`)
    const result = await original.apply(this, args)
    dieAt(`after-${name}`)
    return result
  }
}

// Every open file shares these methods. Only the spool's files are synced so.
const file = await promises.open(process.execPath)
const files = Object.getPrototypeOf(file)
await file.close()
watch(files, "write", "write")
watch(files, "datasync", "sync")
watch(promises, "unlink", "removal", (path) => path.endsWith(".spool"))

const { write } = files
files.write = async function (bytes, from, length, at) {
  if (isReached("half-write")) {
    await write.call(this, bytes, from, Math.floor(length / 2), at)
    die()
  }
  return await write.call(this, bytes, from, length, at)
}

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (...args) {
  if (!/INSERT INTO "?stablecoin_webhook_event"?\b/.test(args[0]?.text ?? "")) {
    return query.apply(this, args)
  }
  dieAt("before-insert")
  const done = args.at(-1)
  return query.call(this, ...args.slice(0, -1), (...results) => {
    dieAt("after-insert")
    done(...results)
  })
}

const { writeHead } = http.ServerResponse.prototype
http.ServerResponse.prototype.writeHead = function (...args) {
  dieAt("before-answer")
  return writeHead.apply(this, args)
}
