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
  type RpcCall,
} from "./calls"
export { RpcClient } from "./rpc-client"
export { firstError, RpcError, type RpcResult } from "./rpc-result"
