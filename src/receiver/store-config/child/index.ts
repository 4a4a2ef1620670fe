import { type ConfigAnswer, StoreConfigError } from "../store-config"
import { reasonOf } from "./reason"
import { storeConfigOf } from "./store-config-of"

function answer(folder: string): ConfigAnswer {
  try {
    return { config: storeConfigOf(folder) }
  } catch (error) {
    return {
      failure:
        error instanceof StoreConfigError
          ? error.message
          : `medusa-config in ${folder} could not be read: ${reasonOf(error, folder)} Fix it, then try again.`,
    }
  }
}

// Keeps this process until the other one, which ends it, has the answer.
process.once("disconnect", () => process.exit())
process.send?.(answer(process.argv[2] ?? "."))
