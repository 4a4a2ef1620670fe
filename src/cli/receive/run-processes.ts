import type { Logger } from "../../receiver/logger"
import {
  ReceiverProcesses,
  ReceiverProcessError,
} from "../../receiver/processes/receiver-processes"
import { CommandError } from "../io"

/**
 * Runs several processes of this command, and restarts them on SIGHUP.
 *
 * @throws CommandError
 */
export async function runProcesses(
  count: number,
  logger: Logger
): Promise<{ url: string; close(): Promise<void> }> {
  try {
    const processes = await ReceiverProcesses.start(count, logger)
    process.on("SIGHUP", () => void processes.restart())
    return { url: processes.url, close: () => processes.close() }
  } catch (error) {
    throw error instanceof ReceiverProcessError
      ? new CommandError(error.message)
      : error
  }
}
