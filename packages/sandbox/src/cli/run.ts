import {
  CommandError,
  type Io,
  UsageError,
} from "../../../../src/shared/command-line/io"
import {
  runCommand,
  type ExitCode,
} from "../../../../src/shared/command-line/run-command"
import { ACTIONS } from "../control/actions"
import { SandboxError } from "../sandbox-error"
import { argumentsOf, asCommand } from "./arguments"
import { callControl } from "./call-control"
import { COMMAND, DEFAULT_CONTROL, helpText } from "./help"
import { start } from "./start"

/** Runs a command line and returns its exit code. */
export async function runCli(args: string[], io: Io): Promise<ExitCode> {
  return await runCommand(COMMAND, runSandbox, args, io)
}

/** Starts a sandbox, or controls a running one. */
async function runSandbox(args: string[], io: Io): Promise<void> {
  const { operands, fields } = argumentsOf(args)
  if (fields.help || operands.includes("-h")) {
    io.out(helpText())
    return
  }
  const [name, ...rest] = operands
  try {
    if (name === undefined) {
      return await start(fields, io)
    }
    const answer = await callAction(name, rest, fields)
    io.out(JSON.stringify(answer, null, 2))
  } catch (error) {
    throw error instanceof SandboxError
      ? new CommandError(error.message)
      : error
  }
}

async function callAction(
  name: string,
  operands: string[],
  { control = DEFAULT_CONTROL, ...fields }: Record<string, unknown>
): Promise<unknown> {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (!action) {
    throw new UsageError(`There is no command ${name}.`)
  }
  const [operand, ...more] = operands
  if (more.length || (operand !== undefined && !action.operand)) {
    throw new UsageError(`${name} does not take ${operands.join(" ")}.`)
  }
  const input = {
    ...fields,
    ...(action.operand && operand && { [action.operand]: operand }),
  }
  asCommand(action.schema, input)
  return await callControl(String(control), name, input)
}
