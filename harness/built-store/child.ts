import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import type { SeededStore } from "../store/seed"
import type { Call, Calls, Message } from "./calls"

/** The parent's handle of a store's process. */
export class Child {
  readonly #process: ChildProcess
  #lastId = 0

  constructor(directory: string, env: Record<string, string>, logFile: string) {
    const log = openSync(logFile, "a")
    this.#process = fork(join(__dirname, "process.ts"), [], {
      cwd: directory,
      execArgv: ["--import", require.resolve("tsx")],
      env: { ...process.env, ...env },
      stdio: ["ignore", log, log, "ipc"],
    })
    closeSync(log)
  }

  /** Waits until it listens. @returns its seed data */
  async ready(): Promise<SeededStore> {
    const ready = await this.#message(({ kind }) => kind === "ready")
    if (ready.kind !== "ready") {
      throw new Error("The store is not ready.")
    }
    return ready.seeded
  }

  /** Runs a command in the process and waits for the result. */
  async call<K extends keyof Calls>(
    name: K,
    ...args: Parameters<Calls[K]>
  ): Promise<Awaited<ReturnType<Calls[K]>>> {
    const call: Call<K> = { id: ++this.#lastId, name, args }
    const answered = this.#message(
      (answer) => "id" in answer && answer.id === call.id
    )
    this.#process.send(call)
    const answer = await answered
    if (answer.kind === "failure") {
      throw new Error(`The store could not do "${name}": ${answer.message}`)
    }
    return (answer.kind === "answer" ? answer.value : undefined) as Awaited<
      ReturnType<Calls[K]>
    >
  }

  async end(): Promise<void> {
    const { exitCode, signalCode } = this.#process
    if (exitCode === null && signalCode === null) {
      const exited = once(this.#process, "exit")
      this.#process.kill("SIGKILL")
      await exited
    }
  }

  async #message(fits: (message: Message) => boolean): Promise<Message> {
    return await new Promise((resolve, reject) => {
      const onExit = (): void => {
        this.#process.off("message", onMessage)
        reject(new Error("The store exited unexpectedly."))
      }
      const onMessage = (message: Message): void => {
        if (fits(message)) {
          this.#process.off("message", onMessage)
          this.#process.off("exit", onExit)
          resolve(message)
        }
      }
      this.#process.on("message", onMessage)
      this.#process.once("exit", onExit)
    })
  }
}
