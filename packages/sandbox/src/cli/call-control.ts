import { CommandError } from "../../../../src/shared/command-line/io"
import { COMMAND } from "./help"

/**
 * Calls an action of a running sandbox.
 *
 * @throws CommandError whose message includes the remedy
 */
export async function callControl(
  control: string,
  action: string,
  input: object
): Promise<unknown> {
  if (!URL.canParse(control)) {
    throw new CommandError(
      `${control} is not an address such as http://127.0.0.1:4030.`
    )
  }
  const url = new URL(action, control)
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(input),
  }).catch(({ cause }: { cause?: { code?: string } }) => {
    throw new CommandError(
      `No sandbox answers at ${url.origin} (${cause?.code ?? "no connection"}). Start one with "${COMMAND}", or name its control address with --control.`
    )
  })
  const answer: unknown = await response.json().catch(() => {
    throw new CommandError(
      `${url.origin} is not the control address of a sandbox.`
    )
  })
  if (!response.ok) {
    const { error } = answer as { error?: string }
    throw new CommandError(
      error ?? `${url.origin} answered ${response.status}.`
    )
  }
  return answer
}
