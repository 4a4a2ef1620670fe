import { STABLECOIN_MODULE } from "../../../src/modules/stablecoin"
import type StablecoinModuleService from "../../../src/modules/stablecoin/service"
import type { TestStore } from "./store"

/** The stablecoin module's service in the running store. */
export function stablecoinOf(store: TestStore): StablecoinModuleService {
  return store.container.resolve(STABLECOIN_MODULE)
}
