import { install, type Config } from "@sinonjs/fake-timers"

export type FakeClock = ReturnType<typeof install>

/**
 * Replaces the timers and the clock of this process, until `uninstall()`.
 * Without `toFake`, only the queues of promises and ticks stay real.
 */
export function fakeClock(options: Config = {}): FakeClock {
  return install(
    options.toFake
      ? options
      : { ...options, toNotFake: ["nextTick", "queueMicrotask"] }
  )
}
