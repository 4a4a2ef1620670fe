import type { MedusaConfig } from "./config"
import { lazyObject } from "./lazy-object"

/**
 * Stands for Medusa's `defineConfig`, which loads Medusa and every module that
 * a config lists. Its result does so only when it is used.
 */
export class DefineConfig {
  readonly #inputs = new WeakMap<object, MedusaConfig>()

  /** The input of a result that has not been used, hence not been changed. */
  inputOf(result: object): MedusaConfig | undefined {
    return this.#inputs.get(result)
  }

  define(
    input: MedusaConfig,
    realDefineConfig: () => (input: MedusaConfig) => object
  ): object {
    const result = lazyObject(() => {
      this.#inputs.delete(result)
      return realDefineConfig()(input)
    })
    this.#inputs.set(result, input)
    return result
  }
}
