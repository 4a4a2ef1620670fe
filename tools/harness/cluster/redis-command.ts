import { connect } from "node:net"

const TIMEOUT_MS = 5_000

/**
 * Sends commands to a Redis over one connection and waits for the last reply.
 * Enough for a test that expires keys; the store itself uses Medusa's client.
 *
 * @returns the reply's first line in protocol form, such as `+PONG` or `:0`
 * @throws Error when Redis can't be reached or rejects a command
 */
export async function redisCommand(
  redisUrl: string,
  command: string[]
): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(redisUrl)
  const secret = decodeURIComponent(password)
  const database = pathname.slice(1)
  const commands = [
    ...(secret ? [["AUTH", ...(username ? [username] : []), secret]] : []),
    ...(database ? [["SELECT", database]] : []),
    command,
  ]
  return await new Promise((resolve, reject) => {
    let received = ""
    const socket = connect(Number(port || 6379), hostname)
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy(new Error("Redis does not answer."))
    })
    socket.on("error", reject)
    socket.on("close", () => reject(new Error("Redis hung up.")))
    socket.on("connect", () => socket.write(commands.map(encoded).join("")))
    socket.on("data", (piece) => {
      received += piece.toString()
      const lines = received.split("\r\n").slice(0, -1)
      const refusal = lines.find((line) => line.startsWith("-"))
      const last = lines[commands.length - 1]
      if (refusal) {
        reject(new Error(`Redis refused: ${refusal.slice(1)}`))
      } else if (last !== undefined) {
        resolve(last)
      } else {
        return
      }
      socket.destroy()
    })
  })
}

/**
 * Simulates that the locks of dead processes have expired. Keys without an
 * expiry stay.
 */
export async function expireLocks(redisUrl: string): Promise<void> {
  await redisCommand(redisUrl, [
    "EVAL",
    `for _, key in ipairs(redis.call("KEYS", "medusa_lock:*")) do
       if redis.call("TTL", key) >= 0 then redis.call("DEL", key) end
     end
     return 0`,
    "0",
  ])
}

/** Key of the queue of Medusa's event bus, `@medusajs/event-bus-redis`. */
const EVENTS = "RedisEventBusService:events-queue"

/**
 * Counts the events that no subscriber has handled. One whose process died is
 * handled by another after up to a minute.
 */
export async function countEvents(redisUrl: string): Promise<number> {
  const reply = await redisCommand(redisUrl, [
    "EVAL",
    `return redis.call("LLEN", KEYS[1] .. ":active")
       + redis.call("LLEN", KEYS[1] .. ":wait")
       + redis.call("ZCARD", KEYS[1] .. ":prioritized")`,
    "1",
    EVENTS,
  ])
  return Number(reply.slice(1))
}

function encoded(words: string[]): string {
  const bulk = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
  return `*${words.length}\r\n${bulk.join("")}`
}
