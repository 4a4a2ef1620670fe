import { MedusaError } from "@medusajs/framework/utils"
import sentences from "./refusals.json"

/** The reason of a refusal. The admin has a sentence for each in its language. */
export type RefusalCode = keyof typeof sentences

/** Words of a sentence, such as amounts. */
type Params = Readonly<Record<string, string>>

const { NOT_FOUND, CONFLICT, INVALID_DATA } = MedusaError.Types

/** Types of the others: they are `INVALID_DATA`. */
const TYPES: Partial<Record<RefusalCode, string>> = {
  unknown_exception: NOT_FOUND,
  unknown_refund: NOT_FOUND,
  unknown_webhook_event: NOT_FOUND,
  busy: CONFLICT,
  already_resolved: CONFLICT,
  refund_is_due: CONFLICT,
  already_used: CONFLICT,
  held_changed: CONFLICT,
  whereabouts_required: CONFLICT,
  hash_used: CONFLICT,
  already_sent: CONFLICT,
  amount_changed: CONFLICT,
  void: CONFLICT,
  being_processed: CONFLICT,
}

/**
 * Refuses a request of an admin, with nothing changed. Workflows keep its
 * properties, and not its class.
 *
 * @param params the words that its sentence contains as `{{name}}`
 */
export class RefusedError extends MedusaError {
  constructor(
    code: RefusalCode,
    readonly params: Params = {}
  ) {
    const message = sentences[code].replace(
      /\{\{(\w+)\}\}/g,
      (whole, name: string) => params[name] ?? whole
    )
    super(TYPES[code] ?? INVALID_DATA, message, code)
  }
}
