import { request } from "undici"
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
  const response = await request(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(input),
  }).catch(({ code }: { code?: string }) => {
    throw new CommandError(
      `No sandbox answers at ${url.origin} (${code ?? "no connection"}). Start one with "${COMMAND}", or name its control address with --control.`
    )
  })
  const answer = await response.body.json().catch(() => {
    throw new CommandError(
      `${url.origin} is not the control address of a sandbox.`
    )
  })
  if (response.statusCode >= 400) {
    const { error } = answer as { error?: string }
    throw new CommandError(
      error ?? `${url.origin} answered ${response.statusCode}.`
    )
  }
  return answer
}
