import { StartingProcess } from "../../receiver/processes/starting-process"
import type { Receiver, ReceiverOptions } from "../../receiver/receiver"
import { SpoolError } from "../../receiver/spool/spool-error"
import { startReceiver } from "../../receiver/start-receiver"
import { StoreConfigError } from "../../receiver/store-config"
import { CommandError } from "../io"

/**
 * Runs a receiver in this process.
 *
 * @param ended aborted when the receiver ends, also before it has started
 * @throws CommandError, or any error after the end
 */
export async function runReceiver(
  options: Omit<ReceiverOptions, "startedBy">,
  ended: AbortSignal
): Promise<Receiver> {
  const startedBy = StartingProcess.current
  if (!startedBy) {
    // Without a listener, it would end the process.
    process.on("SIGHUP", () =>
      options.logger.warn(
        "SIGHUP restarts the processes of a receiver that has several: see --processes. This one goes on."
      )
    )
  }
  try {
    const { url, close } = await started({ ...options, startedBy }, ended)
    startedBy?.ready(url)
    return { url, close: () => close().finally(() => startedBy?.leave()) }
  } catch (error) {
    await startedBy?.leave()
    throw error
  }
}

async function started(
  options: ReceiverOptions,
  ended: AbortSignal
): Promise<Receiver> {
  try {
    return await startReceiver(options, ended)
  } catch (error) {
    if (error instanceof StoreConfigError || error instanceof SpoolError) {
      throw new CommandError(error.message)
    }
    if (error instanceof Error && "syscall" in error) {
      throw new CommandError(
        `The receiver can't listen: ${error.message}. Choose another --port or --host.`
      )
    }
    throw error
  }
}
