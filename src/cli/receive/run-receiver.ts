import cluster from "node:cluster"
import { reportReady } from "../../receiver/processes/ready-message"
import {
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from "../../receiver/receiver"
import { SpoolError } from "../../receiver/spool/spool-error"
import { StoreConfigError } from "../../receiver/store-config"
import { CommandError } from "../io"

/** Runs a receiver in this process. @throws CommandError */
export async function runReceiver(options: ReceiverOptions): Promise<Receiver> {
  try {
    const { url, close } = await started(options)
    reportReady(url)
    return { url, close: () => close().finally(leaveCluster) }
  } catch (error) {
    leaveCluster()
    throw error
  }
}

/** A worker of a cluster runs until it disconnects. */
function leaveCluster(): void {
  cluster.worker?.disconnect()
}

async function started(options: ReceiverOptions): Promise<Receiver> {
  try {
    return await startReceiver(options)
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
