import type { Receiver, ReceiverOptions } from "./receiver"
import { readStoreConfig } from "./store-config"

/**
 * Starts to receive webhooks.
 *
 * @throws StoreConfigError, SpoolError, or the error of listening
 */
export async function startReceiver(
  options: ReceiverOptions
): Promise<Receiver> {
  const [config, { openReceiver }] = await Promise.all([
    // Another process reads it, while this one loads the rest.
    readStoreConfig(options.folder, options.env),
    import("./receiver.js"),
  ])
  return await openReceiver(config, options)
}
