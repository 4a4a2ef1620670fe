import { asEnvelope, type Envelope } from "./dialect"
import type { Scrub } from "./scrub"

const MAX_FIELDS = 50
const MAX_MESSAGES = 10

/**
 * Reads the error details per field of a refused request. The contract does not
 * show their place, so that `errors` is read next to and inside `data`. Each
 * field has one text or a list of texts.
 *
 * @returns texts by field, scrubbed and limited in number; undefined if there
 *   are none
 */
export function readFieldErrors(
  envelope: Envelope | undefined,
  scrub: Scrub
): Record<string, string[]> | undefined {
  const errors =
    asEnvelope(envelope?.errors) ??
    asEnvelope(asEnvelope(envelope?.data)?.errors)
  const fields = Object.entries(errors ?? {})
    .slice(0, MAX_FIELDS)
    .map(([field, said]): [string, string[]] => [
      scrub(field),
      [said]
        .flat()
        .filter((text) => typeof text === "string")
        .slice(0, MAX_MESSAGES)
        .map(scrub),
    ])
    .filter(([, texts]) => texts.length > 0)
  return fields.length > 0 ? Object.fromEntries(fields) : undefined
}
