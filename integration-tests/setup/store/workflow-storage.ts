import { DistributedTransaction } from "@medusajs/framework/orchestration"
import { Semaphore } from "../../../src/shared/semaphore"

const { setStorage } = DistributedTransaction

/**
 * Has the steps of a workflow run store their states one after the other.
 * Medusa's in-memory engine rejects one while another is being stored, and
 * gives up after about half a second: the run is neither continued nor
 * compensated, so a failed completion leaves an order. On a busy machine, tests
 * of failed completions would meet that at random.
 */
export function storeStepsInTurn(): void {
  DistributedTransaction.setStorage = (storage) => {
    const save = storage.save.bind(storage)
    const runs = new Map<string, Semaphore>()
    storage.save = async (key, ...checkpoint) => {
      const run = runs.get(key) ?? new Semaphore(1)
      runs.set(key, run)
      return await run.run(async () => await save(key, ...checkpoint))
    }
    setStorage.call(DistributedTransaction, storage)
  }
}
