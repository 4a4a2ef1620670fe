import type { ListenAddress } from "../../receiver/listen-address"
import type { Logger } from "../../receiver/logger"
import {
  ReceiverProcesses,
  ReceiverProcessError,
} from "../../receiver/processes/receiver-processes"
import { CommandError } from "../io"

/** Several processes of this command. */
export type RunningProcesses = {
  url: string
  /** Rejects when they can't go on. */
  failed: Promise<unknown>
  close(): Promise<void>
}

/**
 * Runs several processes of this command, and restarts them on SIGHUP.
 *
 * @param ended aborted when the receiver ends, also before it has started
 * @throws CommandError
 */
export async function runProcesses(
  count: number,
  address: ListenAddress,
  logger: Logger,
  ended: AbortSignal
): Promise<RunningProcesses> {
  const starting = ReceiverProcesses.start(count, logger, ended)
  // From now on: until then, it would end this process.
  process.on("SIGHUP", () => {
    starting.then(
      (processes) => processes.restart(),
      () => {}
    )
  })
  try {
    const processes = await starting
    return {
      url: processes.url,
      failed: "fd" in address ? lostSocket(processes) : new Promise(() => {}),
      close: () => processes.close(),
    }
  } catch (error) {
    throw error instanceof ReceiverProcessError
      ? new CommandError(error.message)
      : error
  }
}

/** Unlike a port, a socket that was passed can't be opened again. */
async function lostSocket({ allDied }: ReceiverProcesses): Promise<never> {
  await allDied
  throw new CommandError(
    "All processes of the receiver died, and closed the socket of systemd. The receiver ends, so that systemd starts it again."
  )
}
