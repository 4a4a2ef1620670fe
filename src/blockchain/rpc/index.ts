export {
  balanceOf,
  type Block,
  blockOf,
  chainId,
  type Log,
  logsOf,
  newestBlock,
  type Receipt,
  receiptOf,
  type RpcCall,
} from "./calls"
export { RpcClient } from "./rpc-client"
export { firstError, isAnswered, RpcError } from "./rpc-error"
