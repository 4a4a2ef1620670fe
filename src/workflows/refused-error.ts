import { MedusaError } from "@medusajs/framework/utils"

/** Words of a sentence, such as amounts. */
type Params = Readonly<Record<string, string>>

/**
 * Refuses a request of an admin. The admin's pages have a sentence for each code
 * in their language, with the params as words. Workflows keep its properties, and
 * not its class.
 */
export class RefusedError extends MedusaError {
  constructor(
    type: string,
    code: string,
    message: string,
    readonly params: Params = {}
  ) {
    super(type, message, code)
  }
}
