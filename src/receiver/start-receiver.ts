import type { Receiver, ReceiverOptions } from "./receiver"
import { readStoreConfig } from "./store-config"

/**
 * Starts to receive webhooks.
 *
 * @param ended ends the reading of the configuration
 * @throws StoreConfigError, SpoolError, the error of listening, or an AbortError
 */
export async function startReceiver(
  options: ReceiverOptions,
  ended: AbortSignal
): Promise<Receiver> {
  const [config, { openReceiver }] = await Promise.all([
    // Another process reads it, while this one loads the rest.
    readStoreConfig(options.folder, options.env, {
      ended,
      print: (line) => options.logger.info(`medusa-config: ${line}`),
    }),
    import("./receiver.js"),
  ])
  return await openReceiver(config, options)
}
