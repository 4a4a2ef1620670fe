export {
  balanceOf,
  type Block,
  blockOf,
  chainId,
  decimalsOf,
  type Log,
  logsOf,
  newestBlock,
  type Receipt,
  receiptOf,
  firstError,
  type RpcCall,
  RpcError,
  type RpcResult,
} from "./calls"
export { RpcClient } from "./rpc-client"
