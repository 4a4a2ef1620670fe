import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { TSX } from "../tsx"
import type { StoreCall, StoreMessage, StoreSetup } from "./process"

/** Lines of the log that explain a failure. */
const LAST_LINES = 40

type StoreProcessInput = {
  setup: StoreSetup
  /** The variables of the store's config, added to this process's. */
  env: Record<string, string>
  /** Its output is appended here. Absent: shown on stderr. */
  logFile?: string
  /** The store's folder. Absent: this repository. */
  cwd?: string
}

type MessageOf<K extends StoreMessage["kind"]> = Extract<
  StoreMessage,
  { kind: K }
>
type Step = Exclude<StoreMessage["kind"], "answer">

/** Functions that a store's process runs for its parent. */
type CallsOf<C> = { [K in keyof C]: (...args: never[]) => Promise<unknown> }

/** The parent's handle of a store's process. */
export class StoreProcess<C extends CallsOf<C> = Record<never, never>> {
  readonly #process: ChildProcess
  readonly #logFile: string | undefined
  readonly #messages: StoreMessage[] = []
  #port: number | null = null
  #calls = 0

  constructor({ setup, env, logFile, cwd }: StoreProcessInput) {
    this.#logFile = logFile
    const log = logFile ? openSync(logFile, "a") : process.stderr.fd
    this.#process = fork(
      // `__dirname` is wrong where an ES module has imported this file.
      require.resolve("./process.ts"),
      [JSON.stringify(setup)],
      {
        ...(cwd ? { cwd } : {}),
        execArgv: TSX,
        env: { ...process.env, ...env },
        stdio: ["ignore", log, log, "ipc"],
      }
    )
    if (logFile) {
      closeSync(log)
    }
    this.#process.on("message", (message: StoreMessage) => {
      this.#messages.push(message)
      if (message.kind === "ready") {
        this.#port = message.port
      }
    })
    this.#process.once("exit", () => (this.#port = null))
  }

  /** The address it listens on. Null before it is ready, and after its end. */
  get url(): string | null {
    return this.#port ? `http://127.0.0.1:${this.#port}` : null
  }

  /**
   * Waits until it reaches a step.
   *
   * @returns the message about the step
   * @throws the signal's reason, or an error if it exits before
   */
  async reached<K extends Step>(
    step: K,
    signal?: AbortSignal
  ): Promise<MessageOf<K>> {
    return await this.#message(
      (message): message is MessageOf<K> => message.kind === step,
      signal
    )
  }

  /**
   * Waits until it is set up and listens.
   *
   * @throws Error with the end of its log if it exits before
   */
  async ready(): Promise<void> {
    try {
      await this.reached("ready")
    } catch (error) {
      throw new Error(`${String(error)}\n${await this.lastLines()}`)
    }
  }

  /** Runs a call in the process, and waits for its result. */
  async call<K extends keyof C & string>(
    name: K,
    ...args: Parameters<C[K]>
  ): Promise<Awaited<ReturnType<C[K]>>> {
    if (this.#hasEnded) {
      throw new Error(`The store is not running: "${name}" can't be run.`)
    }
    const call: StoreCall = { id: ++this.#calls, name, args }
    const [{ error, value }] = await Promise.all([
      this.#message(
        (message): message is MessageOf<"answer"> =>
          message.kind === "answer" && message.id === call.id
      ),
      this.#send(call),
    ])
    if (error !== undefined) {
      throw new Error(`The store could not do "${name}": ${error}`)
    }
    return value as Awaited<ReturnType<C[K]>>
  }

  /** A killed process has no channel any more, shortly before it has ended. */
  async #send(call: StoreCall): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      // Without a callback, a failure would be thrown by an event.
      this.#process.send(call, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** Resolves when it has ended, for any reason. */
  async ended(): Promise<void> {
    if (!this.#hasEnded) {
      await once(this.#process, "exit")
    }
  }

  /**
   * Ends it as a deployment does, and waits until it has exited.
   *
   * @param killAfterMs kills it if that takes longer
   */
  async end(killAfterMs?: number): Promise<void> {
    const late = killAfterMs
      ? setTimeout(() => this.signal("SIGKILL"), killAfterMs)
      : undefined
    await this.#endBy("SIGTERM")
    clearTimeout(late)
  }

  /** Kills it, as a power cut would. */
  async kill(): Promise<void> {
    await this.#endBy("SIGKILL")
  }

  /** Sends it a signal, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal)
  }

  /** The end of its log. */
  async lastLines(): Promise<string> {
    const text = this.#logFile
      ? await readFile(this.#logFile, "utf8").catch(() => "")
      : ""
    return text.trimEnd().split("\n").slice(-LAST_LINES).join("\n")
  }

  get #hasEnded(): boolean {
    const { exitCode, signalCode, pid } = this.#process
    return pid === undefined || exitCode !== null || signalCode !== null
  }

  async #endBy(signal: NodeJS.Signals): Promise<void> {
    this.#port = null
    if (!this.#hasEnded) {
      const ended = once(this.#process, "exit")
      this.signal(signal)
      await ended
    }
  }

  /** Waits for a message, and takes it. */
  async #message<M extends StoreMessage>(
    fits: (message: StoreMessage) => message is M,
    signal?: AbortSignal
  ): Promise<M> {
    for (;;) {
      signal?.throwIfAborted()
      const message = this.#messages.find(fits)
      if (message) {
        this.#messages.splice(this.#messages.indexOf(message), 1)
        return message
      }
      if (this.#hasEnded) {
        throw new Error("The store exited unexpectedly.")
      }
      await this.#event(signal)
    }
  }

  /** Waits for the next message, the end, or the signal. */
  async #event(signal?: AbortSignal): Promise<void> {
    const done = new AbortController()
    const until = AbortSignal.any([done.signal, ...(signal ? [signal] : [])])
    const events = ["message", "exit"].map((event) =>
      once(this.#process, event, { signal: until })
    )
    await Promise.race(events).catch(() => {})
    done.abort()
  }
}
