import {
  type ConfigAnswer,
  type StoreConfig,
  StoreConfigError,
} from "../store-config"
import { reasonOf } from "./reason"
import { storeConfigOf } from "./store-config-of"

/**
 * Answers with the configuration of the store in the folder given, and then
 * waits to be killed: nothing of the config may run on in between.
 */
function answer(folder: string): ConfigAnswer {
  try {
    return { config: storeConfigOf(folder) satisfies StoreConfig }
  } catch (error) {
    return {
      failure:
        error instanceof StoreConfigError
          ? error.message
          : `medusa-config in ${folder} could not be read: ${reasonOf(error, folder)} Fix it, then try again.`,
    }
  }
}

process.once("disconnect", () => process.exit())
process.send?.(answer(process.argv[2] ?? "."))
