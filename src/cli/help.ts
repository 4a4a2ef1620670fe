import { COMMAND } from "./command"

export const HELP = `${COMMAND}: tools for the Medusa plugin of the same name

Usage
  ${COMMAND} doctor [options]       check the store in this folder
  ${COMMAND} privacy <command>      list or erase a customer's data
  ${COMMAND} sandbox [options]      start a stablecoin gateway on this machine
  ${COMMAND} sandbox <command>      control a running one

"${COMMAND} doctor --help", "${COMMAND} privacy --help" and
"${COMMAND} sandbox --help" list all options.`
